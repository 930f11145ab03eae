/**
 * Where videos of other services come from. One interface, whoever answers: YouTube's API, its public feed, or a
 * stand-in of a test.
 */
export type VideoSources = { channels: ChannelSource; titles: TitleSource };

/** A video that a channel has. Texts are as the source gives them: whoever keeps them cleans them. */
export type FoundVideo = {
  /** Its id at the source, eleven characters. */
  sourceId: string;
  title: string;
  description: string;
  /** Null where the source does not say. */
  seconds: number | null;
  hasSubtitles: boolean;
};

export type FoundChannel = { sourceId: string; title: string };

export type ChannelReference = { readonly id: string } | { readonly handle: string };

export type ChannelSource = {
  /** Looks a channel up. @throws SourceError, `needs-key` for a handle where only ids can be looked up. */
  find(reference: ChannelReference): Promise<FoundChannel>;
  /** Its newest videos, at most 50. @throws SourceError */
  newestOf(channelId: string): Promise<{ title: string | null; videos: FoundVideo[] }>;
};

export type TitleSource = {
  /** What its source calls a video, by its address; null where that is not known soon. Never throws. */
  titleOf(video: { source: string; address: string }): Promise<string | null>;
};
