import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Community, newCommunity } from '../testing/community.ts';
import { describeError } from './log.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it.each([
  [
    'an address that is taken',
    sql`insert into users (name, email) values ('A', 'marca@private.example'), ('B', 'marca@private.example')`,
  ],
  ['a row that breaks a rule', sql`insert into users (name, email) values ('', 'marca@private.example')`],
  ['a value of the wrong kind', sql`select ${'marca@private.example'}::uuid`],
])('the log entry of an error in %s quotes no value of it', async (_what, statement) => {
  const error = await statement.execute(community.db).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const line = JSON.stringify(describeError(error));
  expect(line).not.toContain('marca');
  expect(line).toContain('"code":"2');
});

it('the log entry of an error of an outside service quotes no e-mail address', () => {
  const error = new Error("Invalid email address: marca+1@private.example (see 'x@y.org')", {
    cause: new Error('550 <marca@private.example>: no such mailbox at mail.private.example'),
  });
  const line = JSON.stringify(describeError(error));
  expect(line).not.toMatch(/marca|x@y/);
  expect(line).toContain('no such mailbox at mail.private.example');
  // Where the error was thrown stays readable, also in a package with a scope.
  expect(
    JSON.stringify(
      describeError(Object.assign(new Error('x'), { stack: 'Error: x\n at /node_modules/@aws-sdk/a.js:1' })),
    ),
  ).toContain('@aws-sdk');
});

it('a process ends although nothing reads its log any more and entries are waiting', async () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const log = createLog('info');
    log.info('begun');
    process.stdin.resume().on('end', () => {
      for (const entry of ['ending', 'soon', 'now']) log.info(entry);
      process.exit(3);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const gone = once(child.stdout, 'close');
  child.stdout.destroy();
  await gone;
  const exit = once(child, 'exit');
  child.stdin.end();
  expect(await exit).toEqual([3, null]);
});
