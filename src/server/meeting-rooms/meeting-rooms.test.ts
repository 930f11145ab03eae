import { expect, it } from 'vitest';
import { jitsiRooms, noMeetingRooms } from './meeting-rooms.ts';

const secret = 'a secret that only tests know, long enough';
const subject = '019a0000-0000-7000-8000-000000000000';

it('jitsiRooms gives the same subject the same room, and another subject, server or secret another one', () => {
  const { roomFor } = jitsiRooms('https://meet.example.org', secret);
  const room = roomFor(subject);
  expect(room).toMatch(/^https:\/\/meet\.example\.org\/room-[0-9a-f]{32}$/);
  expect(roomFor(subject)).toBe(room);
  expect(roomFor(`${subject}x`)).not.toBe(room);
  expect(jitsiRooms('https://meet.example.org', `${secret}x`).roomFor(subject)).not.toBe(room);
});

it('the address of a Jitsi room does not contain its subject', () => {
  expect(jitsiRooms('https://meet.example.org', secret).roomFor(subject)).not.toContain('019a');
});

it('jitsiRooms accepts a server address with a path, with or without a slash at the end', () => {
  for (const server of ['https://example.org/meet', 'https://example.org/meet/']) {
    expect(jitsiRooms(server, secret).roomFor(subject)).toMatch(/^https:\/\/example\.org\/meet\/room-/);
  }
});

it('noMeetingRooms gives no room', () => {
  expect(noMeetingRooms.roomFor(subject)).toBeNull();
});
