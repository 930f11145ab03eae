/**
 * What can happen to a session, told to every tab of the browser. The session itself is a cookie that no script
 * can read; a tab that hears of an event asks the server again who is signed in and what they may do.
 */
export const sessionEvents = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const;
export type SessionEvent = (typeof sessionEvents)[number];

const channelName = 'sumi.session';
const hearers = new Set<(event: SessionEvent) => void>();
let last: SessionEvent | null = null;

/** Calls `hear` with every event, of this tab or another; answers how to stop. */
export function onSessionEvent(hear: (event: SessionEvent) => void): () => void {
  hearers.add(hear);
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    last = data as SessionEvent;
    hear(last);
  };
  return () => {
    hearers.delete(hear);
    channel.close();
  };
}

/** Tells this tab and the others; what a tab finds when it opens concerns only itself. */
export function tellSessionEvent(event: SessionEvent): void {
  last = event;
  for (const hear of hearers) hear(event);
  if (event === 'INITIAL_SESSION') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(event);
  channel.close();
}

/** The event this tab heard last, null before the first. */
export function lastSessionEvent(): SessionEvent | null {
  return last;
}
