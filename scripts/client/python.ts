import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const SOURCES = join(REPOSITORY_ROOT, 'shared', 'python-client', 'billing_service');

const README = `# Python client of the billing service

\`\`\`python
import os

from billing_service import Billing, NotFoundError, webhooks

billing = Billing(os.environ.get("BILLING_KEY"), "https://billing.example.com")
customer = billing.customers.create({"name": "Ada"})
for invoice in billing.invoices.list({"customer_id": customer["id"]}):
    print(invoice["number"])
for event in billing.events.stream():
    print(event["type"])
\`\`\`

Requests are retried after temporary errors; writes have an idempotency key. Error responses are raised: \`InvalidRequestError\` names the field in
\`param\`. \`webhooks.verify(body, headers["Service-Signature"], secret)\` returns the event of a delivery.
`;

const pyprojectToml = (version: string): string => `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "billing-service-client"
version = "${version}"
description = "Typed client of the billing service"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["httpx>=0.27,<1"]

[tool.hatch.build.targets.wheel]
packages = ["billing_service"]
`;

/** Writes the source of the client's Python package, for `pip install` or `python -m build` with this directory. */
export const buildPythonClient = (directory: string): void => {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  cpSync(SOURCES, join(directory, 'billing_service'), { recursive: true, filter: (source) => !source.includes('__pycache__') });
  writeFileSync(join(directory, 'pyproject.toml'), pyprojectToml(version));
  writeFileSync(join(directory, 'README.md'), README);
};
