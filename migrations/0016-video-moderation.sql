-- Who proposed a video, who decided about it and why.
alter table videos
  add column proposed_by uuid references users on delete set null,
  add column channel_id uuid,
  add column moderated_by uuid references users on delete set null,
  add column moderated_at timestamptz,
  add column moderation_reason text check (length(moderation_reason) between 1 and 500),
  add column updated_at timestamptz not null default now();
create index videos_to_moderate on videos (created_at, id) where moderation_status = 'pending';
create index videos_by_age on videos (created_at desc, id desc);
create index videos_of_proposer on videos (proposed_by, id desc) where proposed_by is not null;
create index videos_by_channel on videos (channel_id) where channel_id is not null;

-- Channels that bring videos by themselves, into the moderation queue.
create table video_channels (
  id uuid primary key default uuidv7(),
  source text not null default 'youtube' check (source in ('youtube')),
  -- The channel's id at its source.
  source_id text not null check (source_id ~ '^UC[A-Za-z0-9_-]{22}$'),
  title text not null check (length(title) between 1 and 200),
  -- What its videos are taken to teach until somebody looks at them.
  language text not null check (language in (
    'en', 'es', 'fr', 'it', 'pt', 'de', 'zh', 'ko', 'ja', 'nah', 'ar', 'ru', 'hi', 'eo')),
  level text not null check (level in ('basic', 'intermediate', 'advanced')),
  topics text[] not null default '{}' check (cardinality(topics) <= 14 and topics <@ array[
    'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
    'history', 'idioms', 'exams', 'kids', 'news']),
  is_active boolean not null default true,
  listed_by uuid references users on delete set null,
  -- When its source was last asked, whatever came of it: whoever sets it is the one who asks.
  asked_at timestamptz,
  -- When its source last answered.
  last_synced_at timestamptz,
  -- Why it did not, the last time; null once it does again.
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now(),
  unique (source, source_id)
);
alter table videos add constraint videos_of_channel foreign key (channel_id) references video_channels on delete set null;
