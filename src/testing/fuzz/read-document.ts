import type { Community } from '../community.ts';
import type { Described } from './requests-of.ts';

/** The operations of the OpenAPI document by the names that the policy gives them. */
export async function readDocument(community: Community): Promise<Map<string, Described>> {
  const answer = await community.request(null, 'GET', '/api/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${path}`, described]),
    ),
  );
}
