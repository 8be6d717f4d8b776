/**
 * The only list of AWS prices: us-east-1, in USD, on demand, without free tiers, volume discounts and taxes. Sources are the pricing pages
 * of the services (`aws.amazon.com/<service>/pricing`), as published in November 2024. To compute with the prices of another region,
 * replace them here.
 */
export const PRICE_LIST = { region: 'us-east-1', date: '2024-11', currency: 'USD' } as const;

interface Price {
  readonly usd: number;
  /** Number of units that cost `usd`. */
  readonly per: number;
  /** The service and the billed unit, as the report shows them. */
  readonly unit: string;
}

const MILLION = 1_000_000;

export const PRICES = {
  tableWrites: { usd: 0.625, per: MILLION, unit: 'DynamoDB write units' },
  tableReads: { usd: 0.125, per: MILLION, unit: 'DynamoDB read units' },
  tableStorage: { usd: 0.25, per: 1, unit: 'DynamoDB storage, GB-months' },
  tableRecovery: { usd: 0.2, per: 1, unit: 'DynamoDB point-in-time recovery, GB-months' },
  tableBackup: { usd: 0.1, per: 1, unit: 'AWS Backup of DynamoDB, GB-months' },
  backupCopies: { usd: 0.02, per: 1, unit: 'AWS Backup, GB copied to another region' },
  invocations: { usd: 0.2, per: MILLION, unit: 'Lambda invocations' },
  functionSeconds: { usd: 0.0000133334, per: 1, unit: 'Lambda GB-seconds (arm64)' },
  apiRequests: { usd: 1, per: MILLION, unit: 'API Gateway requests (HTTP API)' },
  transitions: { usd: 25, per: MILLION, unit: 'Step Functions transitions (standard)' },
  expressExecutions: { usd: 1, per: MILLION, unit: 'Step Functions executions (express)' },
  expressSeconds: { usd: 0.00001667, per: 1, unit: 'Step Functions GB-seconds (express)' },
  busEvents: { usd: 1, per: MILLION, unit: 'EventBridge events' },
  scheduled: { usd: 1, per: MILLION, unit: 'EventBridge Scheduler invocations' },
  queueRequests: { usd: 0.4, per: MILLION, unit: 'SQS requests' },
  logBytes: { usd: 0.5, per: 1e9, unit: 'CloudWatch Logs bytes ingested' },
  logStorage: { usd: 0.03, per: 1, unit: 'CloudWatch Logs storage, GB-months' },
  metrics: { usd: 0.3, per: 1, unit: 'CloudWatch custom metrics' },
  alarms: { usd: 0.1, per: 1, unit: 'CloudWatch alarms' },
  dashboards: { usd: 3, per: 1, unit: 'CloudWatch dashboards' },
  keys: { usd: 1, per: 1, unit: 'KMS keys' },
  keyRequests: { usd: 0.03, per: 10_000, unit: 'KMS requests' },
  secrets: { usd: 0.4, per: 1, unit: 'Secrets Manager secrets' },
  secretRequests: { usd: 0.05, per: 10_000, unit: 'Secrets Manager requests' },
  objectPuts: { usd: 0.005, per: 1000, unit: 'S3 PUT requests' },
  objectGets: { usd: 0.0004, per: 1000, unit: 'S3 GET requests' },
  objectStorage: { usd: 0.023, per: 1, unit: 'S3 storage, GB-months' },
  mails: { usd: 0.1, per: 1000, unit: 'SES emails' },
  sentBytes: { usd: 0.09, per: 1e9, unit: 'bytes sent to the internet' },
  endpointHours: { usd: 0.01, per: 1, unit: 'interface endpoints, hours per zone' },
  taskCpuHours: { usd: 0.03238, per: 1, unit: 'Fargate vCPU-hours (arm64)' },
  taskMemoryHours: { usd: 0.00356, per: 1, unit: 'Fargate GB-hours (arm64)' },
  addressHours: { usd: 0.005, per: 1, unit: 'public IPv4 addresses, hours' },
  balancerHours: { usd: 0.0225, per: 1, unit: 'load balancer, hours' },
  firewalls: { usd: 5, per: 1, unit: 'WAF web ACLs' },
  firewallRequests: { usd: 0.6, per: MILLION, unit: 'WAF requests' },
  edgeRequests: { usd: 0.01, per: 10_000, unit: 'CloudFront requests (HTTPS)' },
  firewallRules: { usd: 1, per: 1, unit: 'WAF rules' },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof PRICES;

/** Returns the price in USD of a number of units. */
export const dollarsFor = (price: PriceName, units: number): number => (units * PRICES[price].usd) / PRICES[price].per;
