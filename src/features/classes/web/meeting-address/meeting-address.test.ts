import { expect, it } from 'vitest';
import { meetingAddress } from './meeting-address.ts';

const zoom = `Jorge te está invitando a una reunión de Zoom programada.

Tema: Club de los lunes
Entrar a la reunión
https://us02web.zoom.us/j/81234567890?pwd=abc ID: 812 3456 7890

Encuentra tu número local: https://us02web.zoom.us/u/kbc`;

it.each([
  ['an address', 'https://meet.example/a', 'https://meet.example/a'],
  ['an address with spaces around it', ' https://meet.example/a ', 'https://meet.example/a'],
  ['an address as Meet shows it', 'meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['an invitation of Zoom', zoom, 'https://us02web.zoom.us/j/81234567890?pwd=abc'],
  ['a sentence', 'Entra a https://meet.example/a.', 'https://meet.example/a'],
  ['a link of Teams', 'Únete aquí<https://teams.example/l/1?a=%7b>', 'https://teams.example/l/1?a=%7b'],
  ['an address that names a user', 'https://meet.example@elsewhere/a', 'https://meet.example@elsewhere/a'],
  ['another scheme', 'http://meet.example/a?to=https://b', 'http://meet.example/a?to=https://b'],
  ['words', ' en el parque ', 'en el parque'],
  ['a host alone', 'parque.example', 'parque.example'],
  ['nothing', '', ''],
])('meetingAddress of %s', (_what, text, address) => {
  expect(meetingAddress(text)).toBe(address);
});
