/** tus 1.0 (creation, HEAD, PATCH) over the files of uploads. */
import { UPLOADS_PATH } from '@tributary/contracts/recordings';
import { type StreamId, streamId, type UserId } from '@tributary/contracts/shared';
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server';
import { v7 as uuidv7 } from 'uuid';
import type { UploadFiles } from './upload-files.ts';
import { errors } from './uploads.errors.ts';
import type { Uploads } from './uploads.service.ts';

export interface TusServer {
  /**
   * Answers requests that break the protocol with the status that it asks for.
   * @throws AppError where the upload is refused, and what fails unexpectedly
   */
  handle(request: Request, userId: UserId): Promise<Response>;
}

const idOf = (text: string): StreamId => {
  const id = streamId.safeParse(text);
  if (!id.success) throw errors.upload_not_found();
  return id.data;
};

type OpenUploads = Pick<Uploads, 'create' | 'open' | 'setReceived' | 'complete'>;
type OpenFiles = Pick<UploadFiles, 'sizeOf' | 'append'>;

export function createTusServer(uploads: OpenUploads, files: OpenFiles): TusServer {
  // A browser that reconnects takes over from its former request.
  const locker = new MemoryLocker();
  return {
    async handle(request, userId) {
      let failure: Error | null = null;
      const server = new Server({
        path: UPLOADS_PATH,
        relativeLocation: true,
        datastore: new UploadStore(uploads, files, userId),
        locker,
        // Other websites get no permission, and programs need none.
        allowedOrigins: () => false,
        namingFunction: () => uuidv7(),
        async onUploadCreate(_request, { id, size, metadata }) {
          const fileName = metadata?.filename ?? '';
          await uploads.create(userId, { id: idOf(id), fileName, byteLength: size ?? 0 });
          return {};
        },
        async onUploadFinish(_request, { id }) {
          await uploads.complete(idOf(id));
          return {};
        },
        onResponseError(_request, error) {
          // Refusals of the protocol are no instances. The server of tus would answer with the text of any other error.
          if (error instanceof Error) failure = error;
          return undefined;
        },
      });
      const response = await server.handleWeb(request);
      if (failure !== null) throw failure;
      return response;
    },
  };
}

/** Files keep only bytes: everything else about an upload is in its row. */
class UploadStore extends DataStore {
  readonly #uploads: OpenUploads;
  readonly #files: OpenFiles;
  readonly #userId: UserId;

  constructor(uploads: OpenUploads, files: OpenFiles, userId: UserId) {
    super();
    this.extensions = ['creation'];
    this.#uploads = uploads;
    this.#files = files;
    this.#userId = userId;
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(text: string): Promise<Upload> {
    const id = idOf(text);
    const { byteLength: size } = await this.#uploads.open(this.#userId, id);
    const offset = await this.#files.sizeOf(id);
    if (offset === null) throw errors.upload_not_found();
    // The request with the last byte failed after it was written. Clients that see it here send no other request.
    if (offset === size) await this.#uploads.complete(id);
    return new Upload({ id, size, offset });
  }

  override async write(chunks: AsyncIterable<Uint8Array>, text: string, offset: number): Promise<number> {
    const id = idOf(text);
    try {
      return await this.#files.append(id, offset, chunks);
    } finally {
      await this.#uploads.setReceived(id, (await this.#files.sizeOf(id)) ?? 0);
    }
  }
}
