"""
Starts the emulator with one fault mended (an update of a nested stack forgets the attributes of what did not change), and with a line
in its log for each call that a role does not allow: what a function makes of the refusal may tell nobody.
"""

import sys

from ministack.app import main
from ministack.core import iam_actions
from ministack.services import cloudformation
from ministack.services.cloudformation import provisioners

forgetful = provisioners._update_resource


def update_resource(resource_type, physical_id, old_props, new_props, stack_name, logical_id=None, old_attrs=None):
    """The attributes that a top-level stack hands over are those that the stack has on record; a nested one hands over none."""
    if old_attrs is None:
        resources = (cloudformation._stacks.get(stack_name) or {}).get("_resources", {})
        old_attrs = resources.get(logical_id, {}).get("Attributes")
    return forgetful(resource_type, physical_id, old_props, new_props, stack_name, logical_id, old_attrs)


answer_of_denial = iam_actions.access_denied_response


def access_denied_response(service, action, principal_arn, *others, **named):
    """In the words of AWS, as the report of the deployment test looks for them."""
    print(f"User: {principal_arn} is not authorized to perform: {action}", flush=True)
    return answer_of_denial(service, action, principal_arn, *others, **named)


provisioners._update_resource = update_resource
iam_actions.access_denied_response = access_denied_response
sys.exit(main())
