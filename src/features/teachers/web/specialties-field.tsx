import { Button, Pill, TagsInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { longest } from '../contract.ts';
import styles from './teachers.module.css';
import { withSpecialty } from './teaching-values.ts';

/** Specialties, added one by one with Enter or the button. `typed` is the text that was not added yet. */
export function SpecialtiesField({
  value,
  typed,
  error,
  onChange,
  onType,
}: {
  value: string[];
  typed: string;
  error: string | undefined;
  onChange: (specialties: string[]) => void;
  onType: (typed: string) => void;
}) {
  const { t } = useTranslation('teachers');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.specialties}>
      <TagsInput
        ref={input}
        label={t('form.specialties')}
        description={t('form.specialtiesHint')}
        value={value}
        onChange={onChange}
        searchValue={typed}
        onSearchChange={(text) => onType(text.slice(0, longest.specialty))}
        acceptValueOnBlur={false}
        maxTags={longest.specialties}
        splitChars={[',']}
        error={error}
        classNames={{ input: styles.tags, inputField: styles.typed }}
        renderPill={({ option, onRemove }) => (
          <Pill
            size="lg"
            withRemoveButton
            onRemove={onRemove}
            className={styles.pill}
            removeButtonProps={{
              'aria-label': t('form.remove', { specialty: option.label }),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {option.label}
          </Pill>
        )}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size="1.125rem" aria-hidden />}
        onClick={() => {
          onChange(withSpecialty(value, typed));
          onType('');
          input.current?.focus();
        }}
      >
        {t('form.add')}
      </Button>
    </div>
  );
}
