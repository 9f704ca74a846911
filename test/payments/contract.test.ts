import { onlineMethods } from '#domain/payment.ts';
import { sampled } from '#test/support/length.ts';
import { bankMethods, bankStage } from './bank-stage.ts';
import { describeProvider, troubles } from './provider-contract.ts';
import { recordedStage } from './recorded.ts';

const stages = [
  ...onlineMethods.map((method) => ({ name: `${method}, by recorded answers`, open: recordedStage(method) })),
  ...bankMethods.map((method) => ({ name: `${method}, by the sandbox bank`, open: bankStage(method) })),
];
/** Waiting for a silent provider takes seconds, so a short run tries it on only some. */
const slow = sampled(stages, stages.length);

for (const stage of stages)
  describeProvider(
    stage.name,
    stage.open,
    troubles.filter((trouble) => trouble !== 'slow' || slow.includes(stage)),
  );
