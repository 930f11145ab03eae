import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { buyMembership } from './buy-membership.ts';
import { cancelMembership } from './change/cancel-membership.ts';
import { changeMembership } from './change/change-membership.ts';
import { resumeMembership } from './change/resume-membership.ts';
import * as contract from './contract.ts';
import { listPlans, readMembership } from './reads.ts';
import { setPlanPrice } from './set-plan-price.ts';

export function membershipRoutes(providers: PaymentProviders) {
  return (api: Api): void => {
    serve(api, contract.listPlans, (ctx) => listPlans(ctx));
    serve(api, contract.setPlanPrice, (ctx, { params, body }) => setPlanPrice(ctx, params.tier, body));
    serve(api, contract.readMembership, (ctx) => readMembership(ctx, providers));
    serve(api, contract.buyMembership, (ctx, { body }) => buyMembership(ctx, providers, body.tier));
    serve(api, contract.changeMembership, async (ctx, { body }) => {
      await changeMembership(ctx, body);
      return readMembership(ctx, providers);
    });
    serve(api, contract.cancelMembership, async (ctx) => {
      await cancelMembership(ctx);
      return readMembership(ctx, providers);
    });
    serve(api, contract.resumeMembership, async (ctx) => {
      await resumeMembership(ctx);
      return readMembership(ctx, providers);
    });
  };
}
