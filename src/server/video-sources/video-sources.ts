/**
 * Sources of videos of other services. YouTube's API, its public feed and the stand-in of the tests have the same
 * interface.
 */
export type VideoSources = {
  channels: ChannelSource;
  titles: TitleSource;
  links: LinkSource;
  presence: PresenceSource;
};

/** A video of a channel. Its texts are as the source sent them: the caller cleans them before it stores them. */
export type FoundVideo = {
  /** Its id at the source, eleven characters. */
  sourceId: string;
  title: string;
  description: string;
  /** Null when the source does not know. */
  seconds: number | null;
  hasSubtitles: boolean;
};

export type FoundChannel = { sourceId: string; title: string };

export type ChannelReference = { readonly id: string } | { readonly handle: string };

export type ChannelSource = {
  /** Looks a channel up. @throws SourceError, `needs-key` for a handle when the source knows only ids. */
  find(reference: ChannelReference): Promise<FoundChannel>;
  /** Its newest videos, at most 50. @throws SourceError */
  newestOf(channelId: string): Promise<{ title: string | null; videos: FoundVideo[] }>;
};

export type TitleSource = {
  /** The title of a video by its address; null when it cannot be read in time. Never throws. */
  titleOf(video: { source: string; address: string }): Promise<string | null>;
};

export type LinkSource = {
  /** The address that a short link leads to; null when its host is unknown or does not say in time. Never throws. */
  longOf(link: string): Promise<string | null>;
};

/** `missing`: deleted at its source. `closed`: private there, or not to be shown on other sites. */
export type Presence = 'there' | 'missing' | 'closed';

export type PresenceSource = {
  /** The sources that it can ask. */
  sources: readonly string[];
  /** Whether a video still plays outside of its source. @throws SourceError for anything but a definite answer */
  presenceOf(video: { source: string; address: string }): Promise<Presence>;
};
