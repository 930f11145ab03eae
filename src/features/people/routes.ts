import { findWithdrawal } from '#features/accounts/guardian/withdrawal-link.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveStream } from '#server/http/serve-stream.ts';
import { answerAge } from './age/answer-age.ts';
import { askGuardianAgain } from './age/ask-guardian-again.ts';
import { changeAgeGroup } from './age/change-age-group.ts';
import { changeGuardianConsent } from './age/change-guardian-consent.ts';
import { withdrawConsent } from './age/withdraw-consent.ts';
import { banPerson } from './ban/ban-person.ts';
import { unbanPerson } from './ban/unban-person.ts';
import { changeRole } from './change-role.ts';
import { giveCoinsToMany } from './coins/give-coins-to-many.ts';
import { moveCoins } from './coins/move-coins.ts';
import * as contract from './contract.ts';
import { endSessions } from './end-sessions.ts';
import { exportPeople } from './export-people.ts';
import { getAllUsers } from './get-all-users.ts';
import { endAnyInvitation } from './invitations/end-any-invitation.ts';
import { listAllInvitations } from './invitations/list-all-invitations.ts';
import { hideName } from './names/hide-name.ts';
import { showName } from './names/show-name.ts';
import { listPersonEnrolments } from './person/list-person-enrolments.ts';
import { listPersonMovements } from './person/list-person-movements.ts';
import { readPerson } from './person/read-person.ts';
import { listPeople } from './reads.ts';
import { setMembership } from './set-membership.ts';

export function peopleRoutes(settings: { secret: string; passwordMinLength: number }) {
  return (api: Api): void => {
    serve(api, contract.listPeople, (ctx, { query }) => listPeople(ctx, query));

    // Before `{id}`, whose path matches these too.
    serve(api, contract.listAllInvitations, (ctx, { query }) => listAllInvitations(ctx, query));

    const sheet = { type: 'text/csv; charset=utf-8', fileName: 'personas.csv' };
    serveStream(api, contract.exportPeople, sheet, (ctx, { query }) => exportPeople(ctx, query));

    serve(api, contract.readPerson, (ctx, { params }) => readPerson(ctx, params.id));

    serve(api, contract.listPersonMovements, (ctx, { params, query }) =>
      listPersonMovements(ctx, { ...params, ...query }),
    );

    serve(api, contract.listPersonEnrolments, (ctx, { params, query }) =>
      listPersonEnrolments(ctx, { ...params, ...query }),
    );

    serve(api, contract.changeRole, (ctx, { params, body }) =>
      changeRole(ctx, { ...params, ...body }, settings),
    );

    serve(api, contract.setMembership, (ctx, { params, body }) => setMembership(ctx, { ...params, ...body }));

    serve(api, contract.changeAgeGroup, (ctx, { params, body }) =>
      changeAgeGroup(ctx, { ...params, ...body }),
    );

    serve(api, contract.answerAge, (ctx, { body, caller }) =>
      answerAge(ctx, { ...body, network: caller().network }),
    );

    serve(api, contract.askGuardianAgain, (ctx, { body, caller }) =>
      askGuardianAgain(ctx, { ...body, network: caller().network }),
    );

    serve(api, contract.changeGuardianConsent, (ctx, { params, body }) =>
      changeGuardianConsent(ctx, { ...params, ...body }),
    );

    serve(api, contract.readWithdrawal, async (ctx, { body }) => {
      const { kid, given } = await findWithdrawal(ctx, settings.secret, body.token);
      return { kid, given };
    });

    serve(api, contract.withdrawConsent, (ctx, { body }) =>
      withdrawConsent(ctx, settings.secret, body.token),
    );

    serve(api, contract.moveCoins, (ctx, { params, body, idempotencyKey }) =>
      moveCoins(ctx, { ...params, ...body }, idempotencyKey),
    );

    serve(api, contract.giveCoinsToMany, (ctx, { body, idempotencyKey }) =>
      giveCoinsToMany(ctx, body, idempotencyKey),
    );

    serve(api, contract.banPerson, (ctx, { params, body }) => banPerson(ctx, { ...params, ...body }));

    serve(api, contract.unbanPerson, (ctx, { params }) => unbanPerson(ctx, params.id));

    serve(api, contract.hideName, (ctx, { params, body }) => hideName(ctx, { ...params, ...body }));

    serve(api, contract.showName, (ctx, { params }) => showName(ctx, params.id));

    serve(api, contract.endAnyInvitation, (ctx, { params, body }) =>
      endAnyInvitation(ctx, { ...params, ...body }),
    );

    serve(api, contract.endSessions, (ctx, { params }) => endSessions(ctx, params.id));

    serveStream(api, contract.getAllUsers, { type: 'application/json' }, (ctx) => getAllUsers(ctx));
  };
}
