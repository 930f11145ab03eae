import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveShared } from '#server/shared-pages/serve-shared.ts';
import { explainAbsence } from './absences/explain-absence.ts';
import { leaveLate } from './absences/leave-late.ts';
import { noteAbsence } from './absences/note-absence.ts';
import { readOwnAbsences } from './absences/read-own-absences.ts';
import { hideReview } from './after/hide-review.ts';
import { listReviews } from './after/list-reviews.ts';
import { listTeacherReviews } from './after/list-teacher-reviews.ts';
import { quoteReview } from './after/quote-review.ts';
import { readNotes } from './after/read-notes.ts';
import { reviewClass } from './after/review-class.ts';
import { writeNotes } from './after/write-notes.ts';
import { addWalkIn } from './attendance/add-walk-in.ts';
import { closeRoll } from './attendance/close-roll.ts';
import { enterClass } from './attendance/enter-class.ts';
import { markAttendance } from './attendance/mark-attendance.ts';
import {
  cacheAsStudent,
  classesExpireAt,
  classTables,
  markOwnClasses,
  ownClassesExpireAt,
  ownClassTables,
} from './browse/mark-own-classes.ts';
import { markOwnTodaysClasses } from './browse/mark-own-todays-classes.ts';
import {
  listClasses,
  listPastClasses,
  listTodaysClasses,
  readClass,
  readManagedClass,
} from './browse/reads.ts';
import * as contract from './contract.ts';
import { listNewStudents } from './desk/list-new-students.ts';
import { listOffers } from './desk/list-offers.ts';
import { listOwnReviews } from './desk/list-own-reviews.ts';
import { answerOffer } from './hand-over/answer-offer.ts';
import { handOverClass } from './hand-over/hand-over-class.ts';
import { handOverSeries } from './hand-over/hand-over-series.ts';
import { offerClass } from './hand-over/offer-class.ts';
import { offerSeries } from './hand-over/offer-series.ts';
import { withdrawOffer } from './hand-over/withdraw-offer.ts';
import { cancelHoliday } from './holidays/cancel-holiday.ts';
import { listHolidays } from './holidays/list-holidays.ts';
import { removeHoliday } from './holidays/remove-holiday.ts';
import { setHoliday } from './holidays/set-holiday.ts';
import { readClassMessages } from './messages/read-class-messages.ts';
import { sendClassMessage } from './messages/send-class-message.ts';
import { enrolStudent } from './roster/enrol-student.ts';
import { findCandidates } from './roster/find-candidates.ts';
import { readRoster } from './roster/read-roster.ts';
import { removeFromWaitingList } from './roster/remove-from-waiting-list.ts';
import { removeStudent } from './roster/remove-student.ts';
import { buySeat } from './seats/buy-seat.ts';
import { enrolInClass } from './seats/enrol-in-class.ts';
import { leaveClass } from './seats/leave-class.ts';
import { cancelSeries } from './series/cancel-series.ts';
import { changeSeries } from './series/change-series.ts';
import { copyWeek } from './series/copy-week.ts';
import { previewSeries } from './series/preview-series.ts';
import { previewSeriesChange } from './series/preview-series-change.ts';
import { previewWeekCopy } from './series/preview-week-copy.ts';
import { readClassRules } from './set-rules/read-class-rules.ts';
import { setClassRules } from './set-rules/set-class-rules.ts';
import { cancelClass } from './timetable/cancel-class.ts';
import { changeClass } from './timetable/change-class.ts';
import { deleteClass } from './timetable/delete-class.ts';
import { listClashes } from './timetable/list-clashes.ts';
import { listManagedClasses } from './timetable/list-managed-classes.ts';
import { listPossibleTeachers } from './timetable/list-possible-teachers.ts';
import { scheduleClass } from './timetable/schedule-class.ts';
import { joinWaitingList } from './waiting/join-waiting-list.ts';
import { leaveWaitingList } from './waiting/leave-waiting-list.ts';

export const classRoutes = (providers: PaymentProviders) => (api: Api) => {
  serveShared(api, contract.listClasses, {
    tables: classTables,
    // A list of the reader's own seats is not shared.
    cacheAs: (actor, { query }) => (query.seats === 'mine' ? null : cacheAsStudent(actor)),
    read: (ctx, { query }) => listClasses(ctx, query),
    personalise: (ctx, page, { query }) => markOwnClasses(ctx, page, query),
    ownTables: ownClassTables,
    personalExpiresAt: ownClassesExpireAt,
    expiresAt: classesExpireAt,
  });
  // Before `{id}`, which would match these addresses too.
  serveShared(api, contract.listTodaysClasses, {
    tables: classTables,
    cacheAs: cacheAsStudent,
    read: (ctx, { query }) => listTodaysClasses(ctx, query),
    personalise: (ctx, page, { query }) => markOwnTodaysClasses(ctx, page, query),
    ownTables: ownClassTables,
    personalExpiresAt: ownClassesExpireAt,
    expiresAt: classesExpireAt,
  });
  serve(api, contract.listManagedClasses, (ctx, { query }) => listManagedClasses(ctx, query));
  serve(api, contract.readManagedClass, (ctx, { params }) => readManagedClass(ctx, params.id));
  serve(api, contract.listOffers, (ctx, { query }) => listOffers(ctx, query));
  serve(api, contract.listNewStudents, (ctx, { query }) => listNewStudents(ctx, query));
  serve(api, contract.listOwnReviews, (ctx, { query }) => listOwnReviews(ctx, query));
  serve(api, contract.listClashes, (ctx, { query }) => listClashes(ctx, query));
  serve(api, contract.previewSeries, (ctx, { query }) => previewSeries(ctx, query));
  serve(api, contract.previewWeekCopy, (ctx, { query }) => previewWeekCopy(ctx, query));
  serve(api, contract.copyWeek, (ctx, { body }) => copyWeek(ctx, body));
  serve(api, contract.listHolidays, listHolidays);
  serve(api, contract.setHoliday, (ctx, { params, body }) => setHoliday(ctx, params.day, body));
  serve(api, contract.removeHoliday, (ctx, { params, query }) => removeHoliday(ctx, params.day, query));
  serve(api, contract.cancelHoliday, (ctx, { params, body }) => cancelHoliday(ctx, params.day, body));
  serve(api, contract.listPastClasses, (ctx, { query }) => listPastClasses(ctx, query));
  serve(api, contract.listPossibleTeachers, listPossibleTeachers);
  serve(api, contract.readOwnAbsences, readOwnAbsences);
  serve(api, contract.readClassRules, readClassRules);
  serve(api, contract.setClassRules, (ctx, { body }) => setClassRules(ctx, body));
  serve(api, contract.readClass, (ctx, { params }) => readClass(ctx, params.id));
  serve(api, contract.enrolInClass, (ctx, { params, query }) =>
    enrolInClass(ctx, params.id, instantOf(query.startsAt)),
  );
  serve(api, contract.buySeat, (ctx, { params, query }) =>
    buySeat(ctx, providers, params.id, instantOf(query.startsAt)),
  );
  serve(api, contract.leaveClass, (ctx, { params }) => leaveClass(ctx, params.id));
  serve(api, contract.leaveLate, (ctx, { params, body }) => leaveLate(ctx, params.id, body.explanation));
  serve(api, contract.explainAbsence, (ctx, { params, body }) => explainAbsence(ctx, params.id, body));
  serve(api, contract.noteAbsence, (ctx, { params, body }) => noteAbsence(ctx, params, body));
  serve(api, contract.joinWaitingList, (ctx, { params }) => joinWaitingList(ctx, params.id));
  serve(api, contract.leaveWaitingList, (ctx, { params }) => leaveWaitingList(ctx, params.id));
  serve(api, contract.scheduleClass, (ctx, { body, idempotencyKey }) =>
    scheduleClass(ctx, body, idempotencyKey),
  );
  serve(api, contract.changeClass, (ctx, { params, body }) => changeClass(ctx, params.id, body));
  serve(api, contract.cancelClass, (ctx, { params, body }) => cancelClass(ctx, params.id, body));
  serve(api, contract.previewSeriesChange, (ctx, { params, query }) =>
    previewSeriesChange(ctx, params.id, query),
  );
  serve(api, contract.changeSeries, (ctx, { params, body }) => changeSeries(ctx, params.id, body));
  serve(api, contract.handOverSeries, (ctx, { params, body }) => handOverSeries(ctx, params.id, body));
  serve(api, contract.offerSeries, (ctx, { params, body }) => offerSeries(ctx, params.id, body.teacherId));
  serve(api, contract.offerClass, (ctx, { params, body }) => offerClass(ctx, params.id, body.teacherId));
  serve(api, contract.answerOffer, (ctx, { params, body }) => answerOffer(ctx, params.id, body.accepted));
  serve(api, contract.withdrawOffer, (ctx, { params }) => withdrawOffer(ctx, params.id));
  serve(api, contract.cancelSeries, (ctx, { params, body }) => cancelSeries(ctx, params.id, body));
  serve(api, contract.handOverClass, (ctx, { params, body }) =>
    handOverClass(ctx, params.id, body.teacherId),
  );
  serve(api, contract.deleteClass, (ctx, { params }) => deleteClass(ctx, params.id));
  serve(api, contract.enterClass, (ctx, { params }) => enterClass(ctx, params.id));
  serve(api, contract.readRoster, (ctx, { params }) => readRoster(ctx, params.id));
  serve(api, contract.markAttendance, (ctx, { params, body }) => markAttendance(ctx, params.id, body.marks));
  serve(api, contract.closeRoll, (ctx, { params }) => closeRoll(ctx, params.id));
  serve(api, contract.findCandidates, (ctx, { params, query }) =>
    findCandidates(ctx, params.id, query.search),
  );
  serve(api, contract.enrolStudent, (ctx, { params, query }) => enrolStudent(ctx, params, query));
  serve(api, contract.removeFromWaitingList, (ctx, { params, body }) =>
    removeFromWaitingList(ctx, params, body),
  );
  serve(api, contract.removeStudent, (ctx, { params, body }) => removeStudent(ctx, params, body));
  serve(api, contract.addWalkIn, (ctx, { params, query, body }) =>
    addWalkIn(ctx, params.id, body.userId, query),
  );
  serve(api, contract.readNotes, (ctx, { params }) => readNotes(ctx, params.id));
  serve(api, contract.writeNotes, (ctx, { params, body }) => writeNotes(ctx, params.id, body));
  serve(api, contract.readClassMessages, (ctx, { params, query }) =>
    readClassMessages(ctx, params.id, query),
  );
  serve(api, contract.sendClassMessage, (ctx, { params, body, idempotencyKey }) =>
    sendClassMessage(ctx, params.id, body.words, idempotencyKey),
  );
  serve(api, contract.reviewClass, (ctx, { params, body }) => reviewClass(ctx, params.id, body));
  serve(api, contract.quoteReview, (ctx, { params, body }) => quoteReview(ctx, params, body.quoted));
  serve(api, contract.listReviews, (ctx, { params, query }) => listReviews(ctx, params.id, query));
  serve(api, contract.listTeacherReviews, (ctx, { params, query }) =>
    listTeacherReviews(ctx, params.id, query),
  );
  serve(api, contract.hideReview, (ctx, { params, body }) => hideReview(ctx, params, body.hidden));
};

function instantOf(typed: string | undefined): Date | undefined {
  return typed === undefined ? undefined : new Date(typed);
}
