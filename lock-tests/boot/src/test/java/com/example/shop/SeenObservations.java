package com.example.shop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

import org.springframework.stereotype.Component;

/**
 * Remembers the names of observations.
 */
@Component
class SeenObservations implements ObservationHandler<Observation.Context> {

	final Set<String> names = ConcurrentHashMap.newKeySet();

	@Override
	public void onStop(Observation.Context context) {
		this.names.add(String.valueOf(context.getName()));
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return true;
	}

}
