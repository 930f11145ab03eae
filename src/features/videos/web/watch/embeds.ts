import type { Source } from '../../rules.ts';

/**
 * The players of other services, each by the address that the service itself offers for embedding, and the few
 * words that their pages understand. Instagram's takes none: there the person starts and stops.
 */
export type EmbedSource = Exclude<Source, 'upload'>;

export type EmbedCommand = 'play' | 'pause' | 'mute' | 'unmute';

const hosts: Record<EmbedSource, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  tiktok: 'https://www.tiktok.com',
  instagram: 'https://www.instagram.com',
};

/** Where a service's player lives: the only page that is spoken to or listened to. */
export function embedOrigin(source: EmbedSource): string {
  return hosts[source];
}

/** Whether the player can be told to play, stop or be silent. */
export function takesCommands(source: EmbedSource): boolean {
  return source !== 'instagram';
}

/** The player's address. It is never autoplaying by itself: only the video in front of the person is told to play. */
export function embedAddress(
  source: EmbedSource,
  sourceId: string,
  page: { origin: string; locale: string },
): string {
  const id = encodeURIComponent(sourceId);
  if (source === 'instagram') return `${hosts.instagram}/p/${id}/embed/`;
  if (source === 'tiktok') return `${hosts.tiktok}/player/v1/${id}?autoplay=0&loop=1&rel=0`;
  const asked = new URLSearchParams({
    enablejsapi: '1',
    origin: page.origin,
    playsinline: '1',
    rel: '0',
    // A video repeats only as a list of itself.
    loop: '1',
    playlist: sourceId,
    cc_load_policy: '1',
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

/** A command in the service's own form; null where it takes none. */
export function embedMessage(source: EmbedSource, command: EmbedCommand): unknown {
  if (source === 'youtube')
    return JSON.stringify({ event: 'command', func: youtubeFunctions[command], args: [] });
  if (source === 'tiktok') return { type: tiktokTypes[command], 'x-tiktok-player': true };
  return null;
}

/** Asks a player to tell how it is doing; null where it does so unasked, or never. */
export function embedGreeting(source: EmbedSource): unknown {
  return source === 'youtube' ? JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }) : null;
}

export type EmbedNews = 'ready' | 'playing' | 'paused';

const states: Record<number, EmbedNews> = { 0: 'paused', 1: 'playing', 2: 'paused' };

/** What a message from a player says; null for everything that does not matter here. */
export function readEmbedMessage(source: EmbedSource, data: unknown): EmbedNews | null {
  const said = typeof data === 'string' ? parse(data) : data;
  if (typeof said !== 'object' || said === null) return null;
  if (source === 'youtube') {
    const { event, info } = said as { event?: unknown; info?: unknown };
    if (event === 'onReady') return 'ready';
    if (event === 'onStateChange') return states[Number(info)] ?? null;
    const state = event === 'infoDelivery' && (info as { playerState?: unknown } | null)?.playerState;
    return typeof state === 'number' ? (states[state] ?? null) : null;
  }
  const { type, value, 'x-tiktok-player': ours } = said as Record<string, unknown>;
  if (source !== 'tiktok' || ours !== true) return null;
  if (type === 'onPlayerReady') return 'ready';
  return type === 'onStateChange' ? (states[Number(value)] ?? null) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
