const piece = new Uint8Array(65_536).fill(32);

/** A body of four megabytes, of a length that the request does not declare, and how many bytes of it were read. */
export function largeBody(): { body: ReadableStream<Uint8Array>; read: () => number } {
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        if (bytes >= 4_000_000) return to.close();
        bytes += piece.length;
        to.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => bytes };
}
