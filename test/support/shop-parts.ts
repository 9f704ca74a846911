import { defaultOperators } from '#domain/operators.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';

const log = createLog('silent');

/** The parts of a shop without a bot. */
export async function openParts(settings: DatabaseSettings, gatewayUrl: string) {
  const database = await openDatabase(settings, { log });
  const gateway = createGateway({
    baseUrl: gatewayUrl,
    token: 'bench',
    operator2Path: 'operator2',
    operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
    purchaseStyle: 'post-form',
    successPattern: null,
    log,
    now: Date.now,
    random: Math.random,
  });
  return {
    database,
    gateway,
    log,
    operators: defaultOperators,
    ownerIds: [],
    vatPercent: 10,
    quoteMinutes: 60,
    keyHours: 24,
  };
}
