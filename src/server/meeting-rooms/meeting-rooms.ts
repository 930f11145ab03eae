import { createHmac } from 'node:crypto';

/** Gives a class without a meeting address of its own a room; the same subject always gets the same room. */
export type MeetingRooms = {
  /** Identifies the server of the rooms; null for none. */
  readonly name: string | null;
  /** The address of the room of a subject, or null when there is no server. */
  roomFor(subject: string): string | null;
};

export const noMeetingRooms: MeetingRooms = { name: null, roomFor: () => null };

/**
 * Rooms on a Jitsi server. Jitsi admits every person who knows the name of a room, so the names are derived from a
 * secret and cannot be guessed.
 */
export function jitsiRooms(server: string, secret: string): MeetingRooms {
  const base = server.replace(/\/+$/, '');
  return {
    name: base,
    roomFor(subject) {
      const name = createHmac('sha256', secret).update(`meeting room\n${subject}`).digest('hex');
      return `${base}/room-${name.slice(0, 32)}`;
    },
  };
}
