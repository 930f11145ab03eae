import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket of S3, or of a store that speaks as S3 does. */
export type Bucket = {
  name: string;
  /** Null: Amazon's own, in `region`. */
  endpoint: string | null;
  region: string;
  /** Null: what the vendor's client finds by itself, such as the role of the machine. */
  key: { id: string; secret: string } | null;
};

export type OpenBucket = { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client };

/** The vendor's client for a bucket, loaded when it is first used: a server without a bucket does without. */
export function bucketOpener({ endpoint, region, key }: Bucket): () => Promise<OpenBucket> {
  let opened: Promise<OpenBucket> | null = null;
  return () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        ...(endpoint && { endpoint, forcePathStyle: true }),
        ...(key && { credentials: { accessKeyId: key.id, secretAccessKey: key.secret } }),
        // Stores that are not Amazon's need not know its newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 3,
      }),
    }));
    return opened;
  };
}
