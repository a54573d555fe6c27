"""Single sentences of people and models: what they ask, order, forbid, allow, decide, plan, claim and report."""
