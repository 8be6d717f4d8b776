import { Dispute } from '../../shared/api/objects/dispute.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { disputeAggregate, viewDispute } from '../../shared/domain/dispute/record.ts';

export const operation = defineOperation({
  id: 'disputes.retrieve',
  method: 'GET',
  path: '/v1/disputes/{dispute_id}',
  summary: 'Retrieve a dispute',
  description: doc(
    'A dispute is a chargeback at the payment provider. `status` is `open`, or `won` once the chargeback is reversed. Disputes are read-only.',
  ),
  auth: apiKey('disputes:read'),
  profile: 'read',
  params: { dispute_id: idParams.dispute },
  response: Dispute,
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, disputeAggregate, async (record, _input, { tenant }) => viewDispute(record, tenant));
