import { expect, test } from 'vitest';
import { emitSessionEvent, onSessionEvent, type SessionEvent } from './session-events.ts';

test('a session event is heard once in every tab, and INITIAL_SESSION only in its own', async () => {
  const here: SessionEvent[] = [];
  const elsewhere: SessionEvent[] = [];
  const otherTab = new BroadcastChannel('sumi.session');
  otherTab.onmessage = ({ data }) => elsewhere.push(data as SessionEvent);
  const stop = onSessionEvent((event) => here.push(event));

  emitSessionEvent('INITIAL_SESSION');
  emitSessionEvent('SIGNED_IN');
  await expect.poll(() => elsewhere).toEqual(['SIGNED_IN']);
  otherTab.postMessage('SIGNED_OUT');
  await expect.poll(() => here).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT']);

  stop();
  emitSessionEvent('SIGNED_IN');
  expect(here).toHaveLength(3);
  otherTab.close();
});
