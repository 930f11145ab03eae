import { Box, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { keepTyping } from '#web/ui/forms/use-stored-form.ts';
import { changeClass, changeSeries, type ManagedClass, type Repeats } from '../../contract.ts';
import { seriesChangePreviewQuery } from '../managed-queries.ts';
import type { Move } from '../series/following-in.ts';
import { type Reach, ScopeField } from '../series/scope-field.tsx';
import { asItIs, daysInChange, keepChoosing } from '../series/series-change.ts';
import { SeriesChangeFields } from '../series/series-change-fields.tsx';
import { SeriesChangePreview } from '../series/series-change-preview.tsx';
import { ClassForm } from './class-form.tsx';
import { changesOf, type FormValues, valuesOf } from './class-form-values.ts';
import { useSettled } from './use-settled.ts';

/** A class by itself does not repeat. */
const once: Repeats = { weekdays: [], until: null };

/**
 * Edits a class. When another organiser changes the class meanwhile, the form shows the new values, but keeps the
 * fields that this organiser has typed in.
 */
export function EditClass({
  liveClass,
  zone,
  onMoved,
  onDone,
}: {
  liveClass: ManagedClass;
  /** The reader's zone. */
  zone: string;
  /** Called where the class or others of its series have other starts now. */
  onMoved: (move: Move) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('classes');
  const [start] = useState(liveClass.startsAt);
  const { seen, typed, before, chosen, setChosen } = useKeptTyping(liveClass);
  const [when, setWhen] = useState(whenOf(seen.current, seen.current));
  const [reach, setReach] = useState<Reach>('one');
  const [showMissing, setShowMissing] = useState(false);
  const days = daysInChange(before, chosen);
  const endChanges = 'until' in days;
  const isOfSeries = reach !== 'one';
  const asked = reach === 'one' ? null : queryOf({ ...when, ...days }, reach);
  const { plan, error, refetch } = useSeriesPreview(liveClass.id, asked);
  // Where it cannot be read what is cancelled, the organiser may say why all the same.
  const needsReason = asked !== null && (plan ? plan.cancelled > 0 : error !== null);
  const reason = chosen.reason.trim();

  function canSend(): boolean {
    const isComplete = !(chosen.ends && chosen.until === '') && !(plan && needsReason && reason === '');
    setShowMissing(!isComplete);
    return reach === 'one' || isComplete;
  }

  function send(values: FormValues) {
    const params = { id: liveClass.id };
    const body = { ...changesOf(seen.current, values), version: liveClass.version };
    if (reach === 'one') return call(changeClass, { params, body });
    // The days of the week say the date.
    const { date, ...others } = body;
    return call(changeSeries, {
      params,
      body: {
        ...others,
        ...(date !== undefined && !days.weekdays && { date }),
        ...days,
        ...(needsReason && reason !== '' && { reason }),
        scope: reach,
      },
    });
  }

  return (
    <Stack>
      <ClassForm
        initial={typed.current}
        liveClass={liveClass}
        zone={zone}
        words={{ submit: t('edit.submit'), done: t('edit.done'), failed: t('edit.failed') }}
        ofSeries={isOfSeries}
        canSend={canSend}
        send={send}
        onType={(values) => {
          typed.current = values;
          setWhen(whenOf(seen.current, values));
        }}
        onDone={(saved) => {
          const isMoved = saved.startsAt !== start;
          // The others may have moved where this one would have begun already at its new time.
          const changesOthers = isOfSeries && Object.keys({ ...when, ...days }).length > 0;
          if (isMoved || changesOthers) onMoved({ from: isMoved ? start : null, ofSeries: changesOthers });
          onDone();
        }}
      >
        {liveClass.offer && Object.keys(when).length > 0 && (
          <Text size="sm" mt="lg" role="status">
            {t('offer.endsByMove', { name: liveClass.offer.name })}
          </Text>
        )}
        {liveClass.repeats && (
          <Box mt="lg">
            <ScopeField what="change" value={reach} onChange={setReach} />
            {isOfSeries && (
              <>
                <SeriesChangeFields
                  before={before}
                  value={chosen}
                  needsReason={needsReason}
                  showMissing={showMissing}
                  onChange={setChosen}
                />
                {plan && <SeriesChangePreview plan={plan} endChanges={endChanges} />}
                {asked && error && <ErrorState error={error} onRetry={() => void refetch()} />}
              </>
            )}
          </Box>
        )}
      </ClassForm>
      <Button variant="subtle" color="gray" onClick={onDone}>
        {t('edit.leave')}
      </Button>
    </Stack>
  );
}

/**
 * What the class was when it was last looked at, and what the organiser typed and chose since, which stays when another
 * organiser changes the class.
 */
function useKeptTyping(liveClass: ManagedClass) {
  const seen = useRef(valuesOf(liveClass));
  const typed = useRef<FormValues>(seen.current);
  const version = useRef(liveClass.version);
  const before = liveClass.repeats ?? once;
  const seenRepeats = useRef<Repeats>(before);
  const [chosen, setChosen] = useState(asItIs(before));
  if (version.current !== liveClass.version) {
    const now = valuesOf(liveClass);
    typed.current = keepTyping(seen.current, typed.current, now);
    seen.current = now;
    version.current = liveClass.version;
    setChosen(keepChoosing(seenRepeats.current, chosen, before));
    seenRepeats.current = before;
  }
  return { seen, typed, before, chosen, setChosen };
}

/** What a change would do to the classes of its series, asked for once typing has paused. */
function useSeriesPreview(classId: string, asked: ReturnType<typeof queryOf>) {
  const query = useSettled(asked);
  const { data, error, refetch } = useQuery({
    ...seriesChangePreviewQuery(classId, query ?? { scope: 'all' }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
  return { plan: asked && query ? data : undefined, error, refetch };
}

/** The date, time and zone of a change, each only where it differs. */
function whenOf(before: FormValues, values: FormValues): When {
  const { date, time, zone } = changesOf(before, values);
  return { ...(date && { date }), ...(time && { time }), ...(zone && { zone }) };
}

type When = { date?: string; time?: string; zone?: string };

/** What is asked of the days and the hour of a series; null where they stay as they are. */
function queryOf(
  { date, weekdays, until, ...times }: When & ReturnType<typeof daysInChange>,
  scope: Exclude<Reach, 'one'>,
) {
  const isAsked = [date, weekdays, until, times.time, times.zone].some((each) => each !== undefined);
  if (!isAsked) return null;
  return {
    scope,
    ...times,
    ...(weekdays ? { weekdays: weekdays.join() } : date && { date }),
    ...(until !== undefined && { until: until ?? 'never' }),
  };
}
