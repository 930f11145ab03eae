/** A position in the write-ahead log as PostgreSQL writes it, such as `0/16B3748`, as a number. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function writeLsn(lsn: bigint): string {
  const hex = (part: bigint) => part.toString(16).toUpperCase();
  return `${hex(lsn >> 32n)}/${hex(lsn & 0xffff_ffffn)}`;
}

/** The file of a segment, counted from the log's beginning: `000000010000000000000001`. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: bigint): string {
  const perLogId = 0x1_0000_0000n / segmentBytes;
  const hex = (part: bigint) => part.toString(16).toUpperCase().padStart(8, '0');
  return hex(BigInt(timeline)) + hex(segment / perLogId) + hex(segment % perLogId);
}
