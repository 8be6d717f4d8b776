import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Aggregate, Mode, Stored, Tenant } from '../domain/kernel.ts';
import { type WebhookEndpoint, webhookEndpointAggregate } from '../domain/webhook-endpoint/record.ts';
import { afterRequeue, type Delivery, expiresAt, viewDelivery } from '../webhooks/delivery.ts';
