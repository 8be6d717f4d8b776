"""Starts the emulator with one fault mended: an update of a nested stack forgets the attributes of what did not change."""

import sys

from ministack.app import main
from ministack.services import cloudformation
from ministack.services.cloudformation import provisioners

forgetful = provisioners._update_resource


def update_resource(resource_type, physical_id, old_props, new_props, stack_name, logical_id=None, old_attrs=None):
    """The attributes that a top-level stack hands over are those that the stack has on record; a nested one hands over none."""
    if old_attrs is None:
        resources = (cloudformation._stacks.get(stack_name) or {}).get("_resources", {})
        old_attrs = resources.get(logical_id, {}).get("Attributes")
    return forgetful(resource_type, physical_id, old_props, new_props, stack_name, logical_id, old_attrs)


provisioners._update_resource = update_resource
sys.exit(main())
