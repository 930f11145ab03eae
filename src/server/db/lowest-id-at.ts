/**
 * The lowest UUIDv7 of an instant, which begins with its milliseconds: rows whose ids the database made before it have
 * lower ones. So the index of a primary key finds rows of a time, where an index of instants would cost each row a
 * write.
 */
export function lowestIdAt(instant: Date): string {
  const milliseconds = Math.max(instant.getTime(), 0).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}
