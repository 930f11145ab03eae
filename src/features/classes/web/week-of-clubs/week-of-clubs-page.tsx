import { Button, Group, Title } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { languageCodes } from '#shared/languages.ts';
import { monthsInWords } from '#web/i18n/calendar-words.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import { addDays, mondayOf, weekFrom } from '../calendar-days.ts';
import { LanguageFilter, languagesOf } from '../clubs-today/language-filter.tsx';
import { SubscribeLink } from '../my-classes/subscribe-link.tsx';
import { weekOfClubs } from '../queries.ts';
import { useClock } from '../use-clock.ts';
import { layOutWeek } from '../week-calendar/week-layout.ts';
import { WeekOfClubsDays } from './week-of-clubs-days.tsx';
import { WeekOfClubsDrawer } from './week-of-clubs-drawer.tsx';
import { WeekOfClubsEmpty } from './week-of-clubs-empty.tsx';
import { WeekOfClubsTurns } from './week-of-clubs-turns.tsx';

export function meta() {
  return [{ title: `${i18n.t('weekOfClubs.title', { ns: 'classes' })} · Sumi` }];
}

/** The weekly club calendar. The week and the language stand in the address, so both can be sent to a friend. */
export default function WeekOfClubsPage() {
  const { t } = useTranslation('classes');
  const clock = useClock();
  const [openId, setOpenId] = useState<string | null>(null);
  const [search, setSearch] = useSearchParams();
  const monday = mondayOf(dayIn(search.get('week')) ?? clock.today);
  const language = languageCodes.find((code) => code === search.get('language'));
  const { data, error, refetch } = useQuery(weekOfClubs(monday));
  useFailureToast(error, t('clubs.failed'));

  const days = weekFrom(monday);
  const week = layOutWeek(data ?? [], days, clock.zone);
  const ofTheWeek = days.flatMap((day) => week.on(day));
  const shown = ofTheWeek.filter((club) => !language || club.language === language);
  const offered = [...new Set([...languagesOf(ofTheWeek), ...(language ? [language] : [])])];

  /** The address of this page with something else in it; nothing where it says what is so anyway. */
  function searchWith(changed: { week?: string; language?: string }): string {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changed)) {
      if (value === '' || value === mondayOf(clock.today)) next.delete(key);
      else next.set(key, value);
    }
    return `?${next}`;
  }

  function content() {
    if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
    if (data && shown.length === 0) {
      return (
        <WeekOfClubsEmpty
          language={ofTheWeek.length > 0 ? language : undefined}
          everyLanguage={searchWith({ language: '' })}
          nextWeek={searchWith({ week: addDays(monday, 7) })}
        />
      );
    }
    return (
      <WeekOfClubsDays
        days={days}
        clubsOn={(day) => week.on(day).filter((club) => shown.includes(club))}
        loading={!data}
        clock={clock}
        onOpen={setOpenId}
      />
    );
  }

  return (
    <div>
      <PageHeader
        title={t('weekOfClubs.title')}
        text={t('weekOfClubs.text')}
        accent="live"
        actions={
          <Button
            component={Link}
            to="/conversation-clubs"
            variant="default"
            visibleFrom="sm"
            leftSection={<IconBroadcast size="1.25rem" aria-hidden />}
          >
            {t('weekOfClubs.todayLink')}
          </Button>
        }
      />
      <Group justify="space-between" gap="xs" mb="md">
        <Title order={2} size="h3" aria-live="polite">
          {monthsInWords(monday, addDays(monday, 6), i18n.language)}
        </Title>
        <WeekOfClubsTurns monday={monday} searchOf={(week) => searchWith({ week })} today={clock.today} />
      </Group>
      {offered.length > 0 && (
        <LanguageFilter
          offered={offered}
          chosen={language ?? ''}
          onChoose={(chosen) =>
            setSearch(searchWith({ language: chosen }), { replace: true, preventScrollReset: true })
          }
        />
      )}
      {content()}
      <SubscribeLink />
      <WeekOfClubsDrawer
        club={ofTheWeek.find(({ id }) => id === openId) ?? null}
        now={clock.now}
        zone={clock.zone}
        today={clock.today}
        onClose={() => setOpenId(null)}
      />
    </div>
  );
}

/** A day that an address names, if it is one: people write addresses too. */
function dayIn(written: string | null): string | null {
  if (!written || !/^20\d\d-\d\d-\d\d$/.test(written)) return null;
  const day = new Date(`${written}T12:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day.toISOString().slice(0, 10);
}
