import { parseJson } from '#shared/parse-json.ts';
import type { Source } from '../../rules.ts';

/**
 * The players of other services, by the official embed address of each, and the messages that they understand.
 * Instagram's player takes no commands: the student starts and stops it.
 */
export type EmbedSource = Exclude<Source, 'upload'>;

export type EmbedCommand = 'play' | 'pause' | 'mute' | 'unmute';

const hosts: Record<EmbedSource, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  tiktok: 'https://www.tiktok.com',
  instagram: 'https://www.instagram.com',
};

/** The origin of a player: the only one that messages are sent to and accepted from. */
export function embedOrigin(source: EmbedSource): string {
  return hosts[source];
}

/** Whether the player can be told to play, stop or be silent. */
export function takesCommands(source: EmbedSource): boolean {
  return source !== 'instagram';
}

/** Whether the page can switch its captions, which YouTube takes with the address alone. */
export function takesCaptions(source: EmbedSource): boolean {
  return source === 'youtube';
}

/** The address of a player. It never asks for autoplay: the page sends `play` to the active video only. */
export function embedAddress(
  source: EmbedSource,
  sourceId: string,
  page: { origin: string; locale: string; captions: boolean; language: string },
): string {
  const id = encodeURIComponent(sourceId);
  if (source === 'instagram') return `${hosts.instagram}/p/${id}/embed/`;
  if (source === 'tiktok') return `${hosts.tiktok}/player/v1/${id}?autoplay=0&loop=1&rel=0`;
  const asked = new URLSearchParams({
    enablejsapi: '1',
    origin: page.origin,
    playsinline: '1',
    rel: '0',
    // YouTube repeats a video only as a playlist of itself.
    loop: '1',
    playlist: sourceId,
    cc_load_policy: page.captions ? '1' : '0',
    // In the language that the video teaches: reading along is what teaches.
    cc_lang_pref: page.language,
    hl: page.locale,
  });
  return `${hosts.youtube}/embed/${id}?${asked}`;
}

const youtubeFunctions: Record<EmbedCommand, string> = {
  play: 'playVideo',
  pause: 'pauseVideo',
  mute: 'mute',
  unmute: 'unMute',
};

const tiktokTypes: Record<EmbedCommand, string> = {
  play: 'play',
  pause: 'pause',
  mute: 'mute',
  unmute: 'unMute',
};

/** A command in the format of the service; null where it takes none. */
export function embedMessage(source: EmbedSource, command: EmbedCommand): unknown {
  if (source === 'youtube')
    return JSON.stringify({ event: 'command', func: youtubeFunctions[command], args: [] });
  if (source === 'tiktok') return { type: tiktokTypes[command], 'x-tiktok-player': true };
  return null;
}

/** The message that subscribes to the state of a player; null where none is needed or possible. */
export function embedGreeting(source: EmbedSource): unknown {
  return source === 'youtube' ? JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }) : null;
}

export type EmbedNews = 'ready' | 'playing' | 'paused';

const states: Record<number, EmbedNews> = { 0: 'paused', 1: 'playing', 2: 'paused' };

/** The state that a message reports; null for any other message. */
export function readEmbedMessage(source: EmbedSource, data: unknown): EmbedNews | null {
  const message = typeof data === 'string' ? parseJson(data) : data;
  if (typeof message !== 'object' || message === null) return null;
  if (source === 'youtube') {
    const { event, info } = message as { event?: unknown; info?: unknown };
    if (event === 'onReady') return 'ready';
    if (event === 'onStateChange') return states[Number(info)] ?? null;
    const state = event === 'infoDelivery' && (info as { playerState?: unknown } | null)?.playerState;
    return typeof state === 'number' ? (states[state] ?? null) : null;
  }
  const { type, value, 'x-tiktok-player': ours } = message as Record<string, unknown>;
  if (source !== 'tiktok' || ours !== true) return null;
  if (type === 'onPlayerReady') return 'ready';
  return type === 'onStateChange' ? (states[Number(value)] ?? null) : null;
}
