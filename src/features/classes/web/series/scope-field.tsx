import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../contract.ts';

/** The class alone, or more of its series. */
export type Reach = 'one' | Scope;

/** Which classes of a series an organiser changes, cancels, hands over or offers. */
export function ScopeField({
  what,
  reaches = ['one', 'following', 'all'],
  value,
  onChange,
}: {
  what: 'change' | 'cancel' | 'handOver' | 'offer';
  /** What there is to choose from. */
  reaches?: readonly Reach[];
  value: Reach;
  onChange: (reach: Reach) => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <Radio.Group
      label={t(`repeats.reach.${what}`)}
      description={value === 'one' ? undefined : t(`repeats.reach.${what}Text`)}
      value={value}
      onChange={(chosen) => onChange(chosen as Reach)}
    >
      <Stack gap="xs" mt="xs">
        {reaches.map((each) => (
          <Radio key={each} value={each} color="live" label={t(`repeats.reach.${each}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
