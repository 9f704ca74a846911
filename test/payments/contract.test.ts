import { bankStage } from './bank-stage.ts';
import { describeProvider } from './provider-contract.ts';
import { recordedStage } from './recorded.ts';

for (const method of ['zarinpal', 'zibal'] as const) {
  describeProvider(`${method}, by recorded answers`, recordedStage(method));
  describeProvider(`${method}, by the sandbox bank`, bankStage(method));
}
