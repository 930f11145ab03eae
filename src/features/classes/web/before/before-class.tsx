import type { ClassCard } from '../../contract.ts';
import { MessagesToRead } from '../messages/messages-to-read.tsx';
import { ShareClass } from '../open-class/share-class.tsx';
import { FewLearners, missingIn } from './few-learners.tsx';
import { PlanEnds } from './plan-ends.tsx';
import { PromptCard } from './prompt-card.tsx';

/**
 * What a reader needs before a class and in it: the messages to it, which stay afterwards, the prompt card of a club,
 * and a word where it lacks learners, or where the reader's plan ends before it.
 */
export function BeforeClass({
  liveClass,
  now,
  isOver,
  titleOrder = 3,
}: {
  liveClass: ClassCard;
  now: Date;
  isOver: boolean;
  titleOrder?: 2 | 3;
}) {
  const missing = missingIn(liveClass, now);
  return (
    <>
      {liveClass.hasMessages && <MessagesToRead classId={liveClass.id} titleOrder={titleOrder} />}
      {liveClass.planEndsAt && <PlanEnds on={liveClass.planEndsAt} />}
      {missing > 0 && (
        <FewLearners missing={missing} fewest={liveClass.rules.fewestLearners}>
          <ShareClass liveClass={liveClass} now={now} />
        </FewLearners>
      )}
      {liveClass.promptCard && !isOver && (
        <PromptCard text={liveClass.promptCard} language={liveClass.language} />
      )}
    </>
  );
}
