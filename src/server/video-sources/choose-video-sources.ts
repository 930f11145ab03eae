import { embedPresence } from './embed-presence.ts';
import { embedTitles } from './embed-titles.ts';
import { shortLinks } from './short-links.ts';
import type { VideoSources } from './video-sources.ts';
import { youtubeApi } from './youtube-api.ts';
import { youtubeFeed } from './youtube-feed.ts';

const youtube = 'https://www.youtube.com';
const tiktok = 'https://www.tiktok.com';
const googleApis = 'https://www.googleapis.com';
const meta = 'https://graph.facebook.com';

const forChannels = { timeoutMs: 6000, maxBytes: 2 * 1024 * 1024 };
const forTitles = { timeoutMs: 2500, maxBytes: 64 * 1024 };

/** Chooses YouTube's API if there is a key for it, else its public feed. Instagram is asked with a token only. */
export function chooseVideoSources({
  youtubeApiKey,
  instagramToken,
}: {
  youtubeApiKey: string | undefined;
  instagramToken: string | undefined;
}): VideoSources {
  return {
    channels: youtubeApiKey
      ? youtubeApi({ host: googleApis, key: youtubeApiKey, limits: forChannels })
      : youtubeFeed({ host: youtube, limits: forChannels }),
    titles: embedTitles({ hosts: { youtube, tiktok }, limits: forTitles }),
    links: shortLinks({
      hosts: {
        'www.tiktok.com': tiktok,
        'vm.tiktok.com': 'https://vm.tiktok.com',
        'vt.tiktok.com': 'https://vt.tiktok.com',
      },
      limits: forTitles,
    }),
    presence: embedPresence({
      hosts: { youtube, tiktok },
      instagram: instagramToken ? { host: meta, token: instagramToken } : undefined,
      limits: forTitles,
    }),
  };
}
