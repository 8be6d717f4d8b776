import { ACCOUNT_COMMAND } from './account/command.ts';
import { runOperatorCommand } from './operator/command.ts';

/**
 * `npm run account`: operator commands for accounts. They access the table directly, so everybody with AWS permissions on the table may use
 * them; the API has no such routes.
 */
runOperatorCommand(ACCOUNT_COMMAND);
