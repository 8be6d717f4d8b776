"""
Adds to the emulator what AWS does with versions and aliases of functions: an alias with weights sends a share of the calls of the HTTP API to
its other version, Lambda counts calls and errors by version, the HTTP API counts 5xx responses, and processes of a deleted version end.
"""

import contextvars
import random

from ministack.core.lambda_runtime import invalidate_worker
from ministack.services import apigateway, cloudwatch, lambda_svc
from ministack.services.cloudformation import provisioners

# AWS routes calls at random. The seed makes the decisions the same in each run.
decisions = random.Random(1)
called_alias = contextvars.ContextVar("called_alias", default=None)

original_record_for_ref = lambda_svc._get_func_record_for_ref_in_scope
original_execute_function = lambda_svc._execute_function
original_invoke_lambda_proxy = apigateway._invoke_lambda_proxy
original_version_delete = provisioners._RESOURCE_HANDLERS["AWS::Lambda::Version"]["delete"]


def routed_version(function, alias):
    """Decides which version a call of the alias executes. Returns an additional version, or the alias for its main version."""
    routing = function["aliases"][alias].get("RoutingConfig") or {}
    for version, weight in (routing.get("AdditionalVersionWeights") or {}).items():
        if decisions.random() < weight:
            return version
    return alias


def record_for_ref(function_ref, *, account_id=None, region=None):
    """Resolves the function of a call of the API, with the version to which its alias routes the call."""
    record, config, name = original_record_for_ref(function_ref, account_id=account_id, region=region)
    _, alias = lambda_svc._resolve_name_and_qualifier(function_ref)
    function = lambda_svc._functions.get_scoped(account_id, region, name)
    is_alias = function is not None and alias in function["aliases"]
    called_alias.set(alias if is_alias else None)
    version = function["versions"].get(routed_version(function, alias)) if is_alias else None
    return (record, config, name) if version is None else (version, version["config"], name)


def execute_function(function, event):
    """
    Like Lambda, counts a call of an alias for the version that executed it. In the emulator, a metric without dimensions is the sum over
    all dimensions, so it includes these calls.
    """
    result = original_execute_function(function, event)
    alias = called_alias.get()
    if alias is not None:
        name, version = function["config"]["FunctionName"], function["config"]["Version"]
        dimensions = {"FunctionName": name, "Resource": f"{name}:{alias}", "ExecutedVersion": version}
        cloudwatch.record_metric("AWS/Lambda", "Invocations", 1, "Count", dimensions)
        cloudwatch.record_metric("AWS/Lambda", "Errors", 1 if result.get("error") else 0, "Count", dimensions)
    return result


async def invoke_lambda_proxy(integration, api_id, *others, **named):
    """Counts the response as the HTTP API does."""
    response = await original_invoke_lambda_proxy(integration, api_id, *others, **named)
    cloudwatch.record_metric("AWS/ApiGateway", "5xx", 1 if response[0] >= 500 else 0, "Count", {"ApiId": api_id})
    return response


def version_delete(physical_id, props):
    """Also ends the processes of the version, which would stay until the emulator ends."""
    original_version_delete(physical_id, props)
    name, version = lambda_svc._resolve_name_and_qualifier(physical_id)
    invalidate_worker(name, qualifier=version)


def extend_emulator():
    """Replaces the functions of the emulator."""
    lambda_svc._get_func_record_for_ref_in_scope = record_for_ref
    lambda_svc._execute_function = execute_function
    apigateway._invoke_lambda_proxy = invoke_lambda_proxy
    provisioners._RESOURCE_HANDLERS["AWS::Lambda::Version"]["delete"] = version_delete
