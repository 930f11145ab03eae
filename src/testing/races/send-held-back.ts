import type { Community, Person } from '../community.ts';

/**
 * Sends a request whose last byte arrives once `meanwhile` is done, as from a sender who holds it back or has a slow
 * network.
 */
export async function sendHeldBack(
  { api }: Community,
  person: Person,
  { method, path, type, bytes }: { method: string; path: string; type: string; bytes: Uint8Array },
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const begun = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, -1));
        begun.resolve();
        await rest.promise;
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = api.request(path, {
    method,
    body,
    headers: { origin: 'http://localhost:3000', cookie: person.cookie, 'content-type': type },
    duplex: 'half',
  } as RequestInit);
  await begun.promise;
  await meanwhile();
  rest.resolve();
  return answer;
}

/** The same with JSON. */
export const sendJsonHeldBack = (
  community: Community,
  person: Person,
  [method, path, body]: [method: string, path: string, body: unknown],
  meanwhile: () => Promise<unknown>,
): Promise<Response> => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return sendHeldBack(community, person, { method, path, type: 'application/json', bytes }, meanwhile);
};
