import { Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type AbsenceReason, absenceReasons, type Explanation, longestExplanation } from '../../contract.ts';

/** What is chosen so far: no reason yet, or one of the list, with words for `other`. */
export type ChosenReason = { reason: AbsenceReason | null; words: string };

export const noReason: ChosenReason = { reason: null, words: '' };

/** What is sent of it; null without a reason. */
export function explanationOf({ reason, words }: ChosenReason): Explanation | null {
  return reason && { reason, words: reason === 'other' ? words.trim() || null : null };
}

/** A short list of reasons, with words for what it does not name. */
export function ReasonChoice({
  label,
  chosen,
  onChange,
}: {
  label: string;
  chosen: ChosenReason;
  onChange: (chosen: ChosenReason) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Stack gap="sm">
      <Radio.Group
        label={label}
        value={chosen.reason ?? ''}
        onChange={(reason) => onChange({ ...chosen, reason: reason as AbsenceReason })}
      >
        <Stack gap="xs" mt="xs">
          {absenceReasons.map((reason) => (
            <Radio
              key={reason}
              value={reason}
              label={t(`absences.reasons.${reason}`)}
              description={reason === 'power' && t('absences.powerIsExcused')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen.reason === 'other' && (
        <Textarea
          label={t('absences.words')}
          autosize
          minRows={2}
          maxLength={longestExplanation}
          value={chosen.words}
          onChange={({ currentTarget }) => onChange({ ...chosen, words: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
