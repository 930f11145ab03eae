import { createWriteStream } from 'node:fs';
import { type FileHandle, open as openFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayMs } from '#shared/time/durations.ts';
import { type Bucket, bucketOpener, type OpenBucket } from '../files/open-bucket.ts';
import { hostOfBackup } from './name-backup.ts';

/** Where backups lie in a bucket; people's files have names of another form. */
const prefix = 'backups/';
/** A store takes at most 10,000 parts, each but the last of 5 MB or more. */
const mostParts = 10_000;
/** An upload that a killed process left unfinished is removed after this long. */
const abandonedMs = dayMs;

export type BackupsInBucket = {
  /** The names of the backups there, those of each host together and the oldest first. */
  names(): Promise<string[]>;
  /** Sends a file under its own name, or does nothing where it is there already. */
  send(file: string, signal?: AbortSignal): Promise<void>;
  /** Writes a backup to a file that must not be there yet. A failure leaves no file behind, nor one that is open. */
  fetch(name: string, target: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/**
 * Backups in the bucket of people's files. A file goes in parts of `partBytes`, so that it never stands in memory as a
 * whole, and appears once all of them are there. The client repeats a part that fails; an answer that takes longer than
 * `deadlineMs` is a failure, which is for the caller to repeat. So is a file that stands still for so long on its way
 * back.
 */
export function backupsInBucket(
  bucket: Bucket,
  { deadlineMs = 120_000, partBytes = 8 * 1024 * 1024 } = {},
): BackupsInBucket {
  const { name: Bucket } = bucket;
  const open = bucketOpener(bucket);
  const within = (signal?: AbortSignal) =>
    AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]);

  async function sizeOf({ sdk, client }: OpenBucket, Key: string): Promise<number | null> {
    try {
      const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal: within() });
      return found.ContentLength ?? null;
    } catch (error) {
      if (error instanceof sdk.NotFound) return null;
      throw error;
    }
  }

  /** Removes the parts of uploads that ended half way, which a store keeps and charges for. */
  async function removeAbandoned({ sdk, client }: OpenBucket, ofKey: string): Promise<void> {
    const { Uploads = [] } = await client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
      { abortSignal: within() },
    );
    for (const { Key, UploadId, Initiated } of Uploads) {
      const isOld = Initiated !== undefined && Initiated.getTime() < Date.now() - abandonedMs;
      if (Key !== ofKey && !isOld) continue;
      const upload = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await client.send(upload, { abortSignal: within() });
    }
  }

  return {
    async names() {
      const { sdk, client } = await open();
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }),
          { abortSignal: within() },
        );
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(prefix.length));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      return names.filter((name) => hostOfBackup(name) !== null).sort();
    },

    async send(file, signal) {
      const s3 = await open();
      const { sdk, client } = s3;
      const Key = `${prefix}${path.basename(file)}`;
      const source = await openFile(file);
      let begun: string | undefined;
      try {
        const { size } = await source.stat();
        if ((await sizeOf(s3, Key)) === size) return;
        await removeAbandoned(s3, Key);
        const upload = new sdk.CreateMultipartUploadCommand({ Bucket, Key });
        begun = (await client.send(upload, { abortSignal: within(signal) })).UploadId;
        const UploadId = begun;
        const length = Math.max(partBytes, Math.ceil(size / mostParts));
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        for (let at = 0; at < size || at === 0; at += length) {
          const PartNumber = Parts.length + 1;
          const Body = await readPart(source, at, Math.min(length, size - at));
          const part = new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
          Parts.push({ PartNumber, ETag: (await client.send(part, { abortSignal: within(signal) })).ETag });
        }
        const whole = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
        await client.send(new sdk.CompleteMultipartUploadCommand(whole), { abortSignal: within(signal) });
        const sent = await sizeOf(s3, Key);
        if (sent !== size) throw new Error(`the bucket holds ${sent} of ${size} bytes`);
        begun = undefined;
      } finally {
        await source.close();
        if (begun) {
          const upload = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId: begun });
          // A store that does not answer is why this failed; the next attempt removes the parts then.
          await client.send(upload, { abortSignal: AbortSignal.timeout(3000) }).catch(() => {});
        }
      }
    },

    async fetch(name, target) {
      const { sdk, client } = await open();
      // Unlike `within`, this time begins again with each piece, because a large file takes longer than one answer.
      const standsStill = new AbortController();
      const stop = () => standsStill.abort(new Error('the bucket stands still'));
      let timer = setTimeout(stop, deadlineMs);
      const watched = async function* (source: AsyncIterable<Uint8Array>) {
        for await (const chunk of source) {
          clearTimeout(timer);
          timer = setTimeout(stop, deadlineMs);
          yield chunk;
        }
      };
      const { signal } = standsStill;
      try {
        const asked = new sdk.GetObjectCommand({ Bucket, Key: `${prefix}${name}` });
        const { Body } = await client.send(asked, { abortSignal: signal });
        const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
        let isOurs = false;
        file.once('open', () => {
          isOurs = true;
        });
        // A pipeline that fails does not wait until the file is closed, or even opened.
        const closed = new Promise<void>((resolve) => file.once('close', resolve));
        try {
          await pipeline(Body as Readable, watched, file, { signal });
        } catch (error) {
          await closed;
          if (isOurs) await rm(target, { force: true });
          throw error;
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        clearTimeout(timer);
      }
    },

    async remove(name) {
      const { sdk, client } = await open();
      const gone = new sdk.DeleteObjectCommand({ Bucket, Key: `${prefix}${name}` });
      await client.send(gone, { abortSignal: within() });
    },
  };
}

async function readPart(source: FileHandle, position: number, length: number): Promise<Buffer> {
  const part = Buffer.alloc(length);
  const { bytesRead } = await source.read(part, 0, length, position);
  if (bytesRead !== length) throw new Error('the backup was cut while it was read');
  return part;
}
