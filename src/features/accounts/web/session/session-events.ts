/**
 * The events of a session, sent to every tab of the browser. The session itself is a cookie that no script
 * can read; a tab that hears of an event asks the server again who is signed in and what they may do. The
 * specification names these seven events, so each of them is sent; the listeners here tell apart only
 * INITIAL_SESSION and SIGNED_OUT.
 */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

const listeners = new Set<(event: SessionEvent) => unknown>();
let otherTabs: BroadcastChannel | undefined;

/** Calls `listener` with every event, of this tab or another; answers how to stop. */
export function onSessionEvent(listener: (event: SessionEvent) => unknown): () => void {
  listeners.add(listener);
  openChannel();
  return () => listeners.delete(listener);
}

/** Sends an event to this tab and the others; INITIAL_SESSION stays in its own tab. */
export function emitSessionEvent(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
  if (event !== 'INITIAL_SESSION') openChannel().postMessage(event);
}

/** One channel a tab: a channel does not hear its own messages. */
function openChannel(): BroadcastChannel {
  if (!otherTabs) {
    otherTabs = new BroadcastChannel('sumi.session');
    otherTabs.onmessage = ({ data }) => {
      for (const listener of listeners) listener(data as SessionEvent);
    };
  }
  return otherTabs;
}
