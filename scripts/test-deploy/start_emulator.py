"""
Starts the emulator with weighted aliases and two bug fixes (an update of a nested stack loses the attributes of unchanged resources; a new
event source mapping that is disabled reports that it is enabled), and logs each call that a role does not allow, as functions may hide the
error.
"""

import sys

from ministack.app import main
from ministack.core import iam_actions
from ministack.services import cloudformation, lambda_svc
from ministack.services.cloudformation import provisioners

from aliases import extend_emulator

original_update_resource = provisioners._update_resource


def update_resource(resource_type, physical_id, old_props, new_props, stack_name, logical_id=None, old_attrs=None):
    """Passes the recorded attributes of the resource, which the emulator does only for top-level stacks."""
    if old_attrs is None:
        resources = (cloudformation._stacks.get(stack_name) or {}).get("_resources", {})
        old_attrs = resources.get(logical_id, {}).get("Attributes")
    return original_update_resource(resource_type, physical_id, old_props, new_props, stack_name, logical_id, old_attrs)


original_create_mapping = provisioners._lambda_esm_create


def create_mapping(*args):
    """Reports a mapping as disabled if the template disables it; the emulator reports every new mapping as enabled."""
    mapping_id, attributes = original_create_mapping(*args)
    mapping = lambda_svc._esms[mapping_id]
    mapping["State"] = "Enabled" if mapping["Enabled"] else "Disabled"
    return mapping_id, attributes


original_access_denied_response = iam_actions.access_denied_response


def access_denied_response(service, action, principal_arn, *others, **named):
    """Logs the message in the format of AWS, for which the deployment test searches."""
    print(f"User: {principal_arn} is not authorized to perform: {action}", flush=True)
    return original_access_denied_response(service, action, principal_arn, *others, **named)


provisioners._update_resource = update_resource
provisioners._lambda_esm_create = create_mapping
iam_actions.access_denied_response = access_denied_response
extend_emulator()
sys.exit(main())
