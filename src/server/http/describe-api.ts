import { html } from 'hono/html';

type Described = {
  paths?: Record<
    string,
    Record<string, { summary?: string; responses?: Record<string, { description?: string }> }>
  >;
};

/** The OpenAPI document as a page to read: every operation, what it is for, and its refusals. It needs no script. */
export function describeApi(document: Described) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ method: method.toUpperCase(), path, ...about })),
  );
  const byFeature = Map.groupBy(operations, ({ path }) => path.split('/')[2] ?? '');
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sumi API</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  code { font-size: 1.05em; font-weight: 600; overflow-wrap: anywhere }
  li { margin-block: 1rem } ul ul li { margin-block: .25rem; opacity: .8 }
</style></head>
<body><main>
<h1>Sumi API</h1>
<p>Everything the browser does, it does through these operations. The whole of it, with every field, is in
<a href="/api/openapi.json">openapi.json</a>. A refusal answers <code>{ code, message, requestId }</code>.</p>
${[...byFeature].map(
  ([feature, listed]) =>
    html`<h2>${feature}</h2><ul>${listed.map(
      ({ method, path, summary, responses }) => html`<li><code>${method} ${path}</code><br>${summary}
      <ul>${Object.entries(responses ?? {})
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => html`<li>${status}: ${description}</li>`)}</ul></li>`,
    )}</ul>`,
)}
</main></body></html>`;
}
