import type { ClassCard } from '../../contract.ts';
import { ShareClass } from '../open-class/share-class.tsx';
import { FewLearners, missingIn } from './few-learners.tsx';
import { PromptCard } from './prompt-card.tsx';

/** What a reader needs before and in a club: its prompt card, and a word where it lacks learners. */
export function BeforeClass({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const missing = missingIn(liveClass, now);
  return (
    <>
      {missing > 0 && (
        <FewLearners missing={missing} fewest={liveClass.rules.fewestLearners}>
          <ShareClass liveClass={liveClass} now={now} />
        </FewLearners>
      )}
      {liveClass.promptCard && <PromptCard text={liveClass.promptCard} />}
    </>
  );
}
