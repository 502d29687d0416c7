import { locale } from '../messages/language.ts';
import { ApiProblem, problemOf } from './client.ts';

/**
 * Sends a file as the body of a PUT and reports progress, which fetch can't.
 * @param onProgress receives a fraction from 0 to 1
 * @returns the parsed JSON response
 * @throws ApiProblem like `call`
 */
export function upload(path: string, file: File, onProgress: (share: number) => void): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  request.open('PUT', path);
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('accept-language', locale());
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  );
  request.addEventListener('load', () => {
    const body = parse(request.responseText);
    if (request.status >= 200 && request.status < 300 && body !== undefined) resolve(body);
    else reject(new ApiProblem(problemOf(request.status, body)));
  });
  request.addEventListener('error', () => reject(new ApiProblem(problemOf(0, undefined))));
  request.send(file);
  return promise;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
