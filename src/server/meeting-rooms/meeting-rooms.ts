import { createHmac } from 'node:crypto';

/** Where people meet whom nobody gave an address: one room for each thing, the same each time it is asked for. */
export type MeetingRooms = {
  /** What changes when the rooms do; null for none. */
  readonly name: string | null;
  /** The address of a room, or null where there are none. */
  roomFor(subject: string): string | null;
};

export const noMeetingRooms: MeetingRooms = { name: null, roomFor: () => null };

/**
 * Rooms on a Jitsi server, which opens any room whose name somebody knows: so nobody can guess these without the
 * secret.
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
