import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import { readPromptCard } from '../../rules.ts';
import styles from './prompt-card.module.css';

/** What a club talks about, large enough to be read aloud from a screen in the meeting. */
export function PromptCard({ text, language }: { text: string; language: string | null }) {
  const { t } = useTranslation('classes');
  const titleId = useId();
  const { topic, questions } = readPromptCard(text);
  return (
    <section aria-labelledby={titleId} className={styles.card}>
      <p id={titleId} className={styles.title}>
        {t('talk.title')}
      </p>
      <p className={styles.topic} lang={language ?? undefined}>
        <LinkedText inherit span text={topic} />
      </p>
      {questions.length > 0 && (
        <ol className={styles.questions} lang={language ?? undefined}>
          {questions.map((question, place) => (
            <li key={place}>
              <LinkedText inherit span text={question} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
