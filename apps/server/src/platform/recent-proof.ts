/** The recent confirmation of identity that sensitive operations require besides a session. */
import { defineErrors } from './errors.ts';

const errors = defineErrors('access', {
  proof_required: 'forbidden',
});

/** @throws AppError `proof_required`, for which the web app requests a confirmation and repeats the request */
export function requireProof({ isProven }: { readonly isProven?: boolean | undefined }): void {
  if (!isProven) throw errors.proof_required();
}
