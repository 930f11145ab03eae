import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { calendarDay, clockTime, offsetLabel } from '#shared/time/zones.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ManagedClass } from '../../contract.ts';
import { isDoorOpen } from '../../rules.ts';
import { FewLearners, missingIn } from '../before/few-learners.tsx';
import { PromptCard } from '../before/prompt-card.tsx';
import { LanguageTag } from '../browse/language-tag.tsx';
import { CalendarMark } from '../seat/calendar-mark.tsx';
import styles from '../seat/class-card.module.css';
import { Rating } from '../seat/teacher-line.tsx';
import type { Move, News } from '../series/following-in.ts';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';
import { useClock } from '../use-clock.ts';
import { ClassActions } from './class-actions.tsx';
import type { Act } from './class-menu.tsx';
import { GroupNews } from './group-news.tsx';
import { MeetingLink } from './meeting-link.tsx';
import { useStudentsOf } from './use-students-of.ts';

/** The facts of a class and the buttons of its organiser. */
export function ClassDetails({
  liveClass,
  zone,
  moved,
  onDo,
}: {
  liveClass: ManagedClass;
  /** The reader's zone. */
  zone: string;
  /** What the reader has just moved; null where they have not. */
  moved: Move | null;
  onDo: (what: Act) => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const { shortMoney } = useFigures();
  const studentsOf = useStudentsOf();
  const { repeatsInWords } = useRepeatsInWords();
  const { now } = useClock();
  const { startsAt, level, kind, status, cancelReason, requiredTier } = liveClass;
  const isOpen = status === 'scheduled' && isDoorOpen({ ...liveClass, startsAt: new Date(startsAt) }, now);
  const missing = missingIn(liveClass, now);
  const news = newsOf(liveClass, { moved, now });
  const zones = [...new Set([zone, liveClass.zone])];

  function price(): string {
    const { priceCents, currency } = liveClass;
    return priceCents === null ? t('details.notSold') : shortMoney(priceCents, currency);
  }

  return (
    <Stack>
      <Group gap="xs">
        <TierBadge tier={requiredTier} />
        <LanguageTag taught={liveClass} />
      </Group>
      {missing > 0 && (
        <FewLearners missing={missing} fewest={liveClass.rules.fewestLearners} to="host">
          <GroupNews liveClass={liveClass} news="few-come-with-you">
            {liveClass.allowed.cancel === null && (
              <Button variant="default" onClick={() => onDo('cancelling')}>
                {t('cancel.open')}
              </Button>
            )}
          </GroupNews>
        </FewLearners>
      )}
      {news && <GroupNews liveClass={liveClass} news={news} />}
      <ClassActions liveClass={liveClass} isOpen={isOpen} onDo={onDo} />
      <dl className={styles.facts}>
        {status === 'cancelled' && (
          <Fact name={t('details.status')}>
            {t('week.cancelled')}
            {cancelReason && <span className={styles.reason}>{cancelReason}</span>}
          </Fact>
        )}
        {zones.map((each) => (
          <Fact key={each} name={t(each === zone ? 'details.yourTime' : 'details.classTime')}>
            <When startsAt={startsAt} zone={each} />
          </Fact>
        ))}
        {liveClass.repeats && <Fact name={t('repeats.fact')}>{repeatsInWords(liveClass.repeats)}</Fact>}
        <Fact name={t('form.durationMinutes')}>{t('minutes', { count: liveClass.durationMinutes })}</Fact>
        <Fact name={t('form.kind')}>{t(`kinds.${kind}`)}</Fact>
        {level && <Fact name={t('form.level')}>{t(`shell:levels.${level}`)}</Fact>}
        <Fact name={t('details.teacher')}>
          {liveClass.teacherName}{' '}
          {liveClass.teacherRating !== null && <Rating rating={liveClass.teacherRating} />}
        </Fact>
        <Fact name={t('details.seats')}>{studentsOf(liveClass)}</Fact>
        {requiredTier !== 'free' && <Fact name={t('details.price')}>{price()}</Fact>}
        {liveClass.allowed.repair === null && (
          <Fact name={t('form.meetLink')}>
            <MeetingLink liveClass={liveClass} onChange={() => onDo('repairing')} />
          </Fact>
        )}
        {liveClass.calendar && (
          <Fact name={t('details.calendar')}>
            <CalendarMark state={liveClass.calendar} inWords />
          </Fact>
        )}
      </dl>
      <Text className={styles.words}>{liveClass.description}</Text>
      {liveClass.promptCard && <PromptCard text={liveClass.promptCard} language={liveClass.language} />}
    </Stack>
  );
}

/** What the people of a class to come have to hear beside the bell; null where nothing has happened to it. */
function newsOf(
  { status, startsAt }: ManagedClass,
  { moved, now }: { moved: Move | null; now: Date },
): News | null {
  if (new Date(startsAt) <= now) return null;
  if (status === 'cancelled') return 'cancelled';
  return moved;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function When({ startsAt, zone }: { startsAt: string; zone: string }) {
  const { t, i18n } = useTranslation('classes');
  return (
    <time dateTime={startsAt}>
      {t('details.when', {
        day: dayInWords(calendarDay(startsAt, zone), i18n.language),
        time: clockTime(startsAt, zone),
        zone: `${zoneCity(zone, i18n.language)}, ${unbroken(offsetLabel(zone, startsAt))}`,
      })}
    </time>
  );
}

/** Word joiners keep a line from ending after the hyphen of `GMT-05`. */
const unbroken = (offset: string) => offset.replace('-', '\u2060-\u2060');
