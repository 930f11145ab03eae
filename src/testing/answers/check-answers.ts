import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from '@hono/zod-openapi';
import type { Api } from '#server/http/api.ts';
import { commonRefusals } from '#shared/refusal.ts';

/**
 * From here on a JSON answer of `api` that its contract does not describe fails the test that asked for it: a success
 * is exactly what the operation's schema describes, with no field beyond it, and a refusal is one that the operation
 * declares. The addresses of the sign-in library are not described. `fail` gets the fault in place of who asked, where
 * that is a browser.
 */
export function checkAnswers(api: Api, fail: (fault: Error) => void = raise): void {
  const { fetch } = api;
  let findOperation: ReturnType<typeof operationsOf> | undefined;
  api.fetch = async (request, ...more) => {
    const answer = await fetch(request, ...more);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/auth/')) return answer;
    // The browser has the body already, or asked for none.
    if (answer.status === 304 || request.method === 'HEAD') return answer;
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
    // Read with the first answer, when every operation is mounted.
    findOperation ??= operationsOf(api);
    const found = findOperation(request.method, pathname);
    const fault = faultOf(answer.status, await readJson(answer.clone()), found);
    if (fault) fail(new Error(`${found?.name ?? `${request.method} ${pathname}`}: ${fault}`));
    return answer;
  };
}

function raise(fault: Error): never {
  throw fault;
}

/** The body, which is compressed for a caller over a port. */
async function readJson(answer: Response): Promise<unknown> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const encoding = answer.headers.get('content-encoding');
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return JSON.parse(plain.toString());
}

type Described = { name: string; pattern: RegExp; answer: z.ZodType | undefined; codes: ReadonlySet<string> };

/** How every refusal is answered. */
export const refusal = z.strictObject({
  code: z.string(),
  message: z.string().min(1),
  requestId: z.string().min(1),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
});

/** Those that come before an operation, or instead of one. */
const anywhere = new Set<string>(Object.values(commonRefusals).map(({ code }) => code));

function faultOf(status: number, body: unknown, operation: Described | undefined): string | undefined {
  if (status >= 400) {
    const parsed = refusal.safeParse(body);
    if (!parsed.success) return `a refusal of another shape: ${z.prettifyError(parsed.error)}`;
    const { code } = parsed.data;
    if (operation && !operation.codes.has(code) && !anywhere.has(code)) return `${code} is not declared`;
    return undefined;
  }
  return operation?.answer && faultOfSuccess(operation.answer, body);
}

/** What is wrong with the body of a success, which is exactly what its schema describes; undefined where nothing is. */
export function faultOfSuccess(schema: z.ZodType, body: unknown): string | undefined {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return `an answer of another shape: ${z.prettifyError(parsed.error)}`;
  // Parsing leaves out what the schema does not name.
  return isDeepStrictEqual(parsed.data, body)
    ? undefined
    : `fields beyond its schema: ${beyond(parsed.data, body)}`;
}

/** Where the parsed answer and the one that was sent differ. */
function beyond(parsed: unknown, sent: unknown, at = ''): string {
  if (isDeepStrictEqual(parsed, sent)) return '';
  if (typeof sent !== 'object' || sent === null || typeof parsed !== 'object' || parsed === null) return at;
  const keys = Object.keys({ ...parsed, ...sent });
  const inner = (from: object, key: string) => (from as Record<string, unknown>)[key];
  return keys
    .map((key) => beyond(inner(parsed, key), inner(sent, key), at ? `${at}.${key}` : key))
    .filter(Boolean)
    .join(', ');
}

function operationsOf(api: Api): (method: string, pathname: string) => Described | undefined {
  const described = new Map<string, Described[]>();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path, responses } = definition.route;
    const texts = Object.values(responses).map((response) =>
      'description' in response ? response.description : '',
    );
    const listed = described.get(method.toUpperCase()) ?? [];
    listed.push({
      name: `${method.toUpperCase()} ${path}`,
      pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      answer: schemaOf(responses[200]),
      codes: new Set(
        texts.flatMap((text = '') => [...text.matchAll(/`([^`]+)` /g)].map(([, code]) => code ?? '')),
      ),
    });
    described.set(method.toUpperCase(), listed);
  }
  // A literal address comes before one with a parameter.
  for (const listed of described.values()) listed.sort((a, b) => parametersIn(a) - parametersIn(b));
  return (method, pathname) => described.get(method)?.find(({ pattern }) => pattern.test(pathname));
}

const parametersIn = ({ name }: Described) => name.split('{').length;

function schemaOf(response: unknown): z.ZodType | undefined {
  const { content } = (response ?? {}) as { content?: Record<string, { schema?: unknown }> };
  const schema = content?.['application/json']?.schema;
  return schema instanceof z.ZodType ? schema : undefined;
}
