import { expect, it } from 'vitest';
import { embedAddress, embedGreeting, embedMessage, readEmbedMessage, takesCommands } from './embeds.ts';

const page = { origin: 'https://sumi.example', locale: 'es', captions: true, language: 'fr' };

it('embedAddress gives the official embed address of each service', () => {
  const youtube = new URL(embedAddress('youtube', 'a-B_9', page));
  expect(youtube.origin + youtube.pathname).toBe('https://www.youtube-nocookie.com/embed/a-B_9');
  expect(youtube.searchParams.get('origin')).toBe('https://sumi.example');
  expect(youtube.searchParams.get('enablejsapi')).toBe('1');
  expect(embedAddress('tiktok', '67183', page)).toBe(
    'https://www.tiktok.com/player/v1/67183?autoplay=0&loop=1&rel=0',
  );
  expect(embedAddress('instagram', 'Cxyz', page)).toBe('https://www.instagram.com/p/Cxyz/embed/');
});

it('embedAddress shows YouTube’s captions in the language of the video, or none', () => {
  const asked = (captions: boolean) =>
    new URL(embedAddress('youtube', 'x', { ...page, captions })).searchParams;
  expect([asked(true).get('cc_load_policy'), asked(true).get('cc_lang_pref')]).toEqual(['1', 'fr']);
  expect(asked(false).get('cc_load_policy')).toBe('0');
});

it('embedAddress asks no player to start by itself', () => {
  for (const source of ['youtube', 'tiktok', 'instagram'] as const) {
    expect(embedAddress(source, 'x', page)).not.toContain('autoplay=1');
  }
});

it('embedAddress escapes an id so that it cannot leave the embed path', () => {
  expect(embedAddress('instagram', '../../evil?x=', page)).toBe(
    'https://www.instagram.com/p/..%2F..%2Fevil%3Fx%3D/embed/',
  );
});

it('embedMessage writes a command in the format of each player', () => {
  expect(embedMessage('youtube', 'play')).toBe('{"event":"command","func":"playVideo","args":[]}');
  expect(embedMessage('tiktok', 'unmute')).toEqual({ type: 'unMute', 'x-tiktok-player': true });
  expect(embedMessage('instagram', 'play')).toBeNull();
  expect(takesCommands('instagram')).toBe(false);
});

it('embedGreeting subscribes to YouTube only', () => {
  expect(embedGreeting('youtube')).toContain('listening');
  expect(embedGreeting('tiktok')).toBeNull();
});

it('readEmbedMessage reads the state that each player reports', () => {
  expect(readEmbedMessage('youtube', '{"event":"onReady"}')).toBe('ready');
  expect(readEmbedMessage('youtube', '{"event":"onStateChange","info":1}')).toBe('playing');
  expect(readEmbedMessage('youtube', '{"event":"infoDelivery","info":{"playerState":2}}')).toBe('paused');
  expect(readEmbedMessage('tiktok', { type: 'onPlayerReady', 'x-tiktok-player': true })).toBe('ready');
  expect(readEmbedMessage('tiktok', { type: 'onStateChange', value: 1, 'x-tiktok-player': true })).toBe(
    'playing',
  );
});

it.each([
  ['youtube', 'not json'],
  ['youtube', '{"event":"infoDelivery","info":{"currentTime":3}}'],
  ['youtube', '{"event":"infoDelivery","info":null}'],
  ['youtube', '{"event":"onStateChange","info":3}'],
  ['tiktok', { type: 'onStateChange', value: 1 }],
  ['tiktok', null],
  ['tiktok', 7],
  ['instagram', { type: 'onStateChange', value: 1, 'x-tiktok-player': true }],
] as const)('readEmbedMessage ignores the %s message %j', (source, data) => {
  expect(readEmbedMessage(source, data)).toBeNull();
});
