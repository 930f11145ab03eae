import { embedTitles } from './embed-titles.ts';
import type { VideoSources } from './video-sources.ts';
import { youtubeApi } from './youtube-api.ts';
import { youtubeFeed } from './youtube-feed.ts';

const youtube = 'https://www.youtube.com';
const tiktok = 'https://www.tiktok.com';
const googleApis = 'https://www.googleapis.com';

const forChannels = { milliseconds: 6000, bytes: 2 * 1024 * 1024 };
const forTitles = { milliseconds: 2500, bytes: 64 * 1024 };

/** The sources a server process asks: YouTube's API where there is a key for it, its public feed where not. */
export function chooseVideoSources({ youtubeApiKey }: { youtubeApiKey: string | undefined }): VideoSources {
  return {
    channels: youtubeApiKey
      ? youtubeApi({ host: googleApis, key: youtubeApiKey, patience: forChannels })
      : youtubeFeed({ host: youtube, patience: forChannels }),
    titles: embedTitles({ hosts: { youtube, tiktok }, patience: forTitles }),
  };
}
