import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Log } from '../log.ts';
import { isFileName } from './file-names.ts';
import type { Files } from './files.ts';
import { type Bucket, bucketOpener, type OpenBucket } from './open-bucket.ts';

/**
 * Files in a bucket, for servers on several machines. The client repeats what fails with its own waits; what has no
 * answer within `deadlineMs` is refused as `busy`, and the person tries again. A write that was repeated after its
 * answer was lost stores the same bytes under the same name.
 */
export function filesInBucket(bucket: Bucket, log: Log, { deadlineMs = 10_000 } = {}): Files {
  const { name: Bucket } = bucket;
  const open = bucketOpener(bucket);

  async function ask<T>(act: (s3: OpenBucket, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const s3 = await open();
    try {
      return await act(s3, AbortSignal.timeout(deadlineMs));
    } catch (error) {
      log.error({ err: error }, 'the store of files did not do what it was asked');
      throw new Refusal(commonRefusals.busy);
    }
  }

  return {
    async write(name, bytes) {
      if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`);
      await ask(({ sdk, client }, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key: name, Body: bytes }), { abortSignal }),
      );
    },

    async read(name) {
      if (!isFileName(name)) return null;
      return ask(async ({ sdk, client }, abortSignal) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: name }), {
            abortSignal,
          });
          return new Uint8Array(await buffer(addAbortSignal(abortSignal, Body as Readable)));
        } catch (error) {
          // Not "no such bucket", which is 404 too and the operator's mistake.
          if (error instanceof sdk.NoSuchKey) return null;
          throw error;
        }
      });
    },

    async remove(name) {
      if (!isFileName(name)) return;
      await ask(({ sdk, client }, abortSignal) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key: name }), { abortSignal }),
      );
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await ask(({ sdk, client }, abortSignal) =>
          client.send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }), { abortSignal }),
        );
        for (const { Key } of page.Contents ?? []) if (Key && isFileName(Key)) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
